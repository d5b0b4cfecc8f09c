package clinic;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;

public class Letters {
    public String template(String name) throws IOException {
        try (InputStream in = getClass().getResourceAsStream("/clinic/" + name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    public String greeting(String sex) {
        String text = "";
        switch (sex) {
            case "f":
                text = "Sehr geehrte Frau";
                break;
            case "m":
                text = "Sehr geehrter Herr";
                break;
            default:
                text = "Guten Tag";
        }
        return text;
    }

    public String smallTalk(String sex, String name) {
        return MessageFormat.format("{0} {1}, wie geht's Ihnen seit {2}?", greeting(sex), name, "Montag");
    }
}
