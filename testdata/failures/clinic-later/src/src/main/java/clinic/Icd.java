package clinic;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

public class Icd {
    private static final Map<String, String> NAMES = load("/icd.csv");

    private static Map<String, String> load(String name) {
        var in = new InputStreamReader(Icd.class.getResourceAsStream(name), StandardCharsets.UTF_8);
        return new BufferedReader(in).lines().map(l -> l.split(";")).collect(Collectors.toMap(f -> f[0], f -> f[1]));
    }

    public static String name(String code) { return NAMES.get(code); }
}
