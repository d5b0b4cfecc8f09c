package clinic;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

public class Letters {
    public String template(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/" + name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public String greeting(String sex) {
        String text = "";
        switch (sex) {
            case "f":
                text = "Sehr geehrte Frau";
            case "m":
                text = "Sehr geehrter Herr";
                break;
            default:
                text = "Guten Tag";
        }
        return text;
    }
}
