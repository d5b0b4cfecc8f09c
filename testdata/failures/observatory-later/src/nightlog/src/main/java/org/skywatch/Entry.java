package org.skywatch;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** A line of the log of the night. */
public record Entry(String target, int frames) {
    private static final ObjectMapper JSON = new ObjectMapper().registerModule(new JavaTimeModule());

    /** The log of a whole night. */
    public static List<Entry> readAll(String json) throws IOException {
        return JSON.readValue(json, new TypeReference<>() {});
    }

    /** When something was seen. */
    public static class Sighting {
        public String what;
        public Instant at;

        public String write() throws IOException {
            return JSON.writeValueAsString(this);
        }
    }

    /** Where something was seen. */
    public static class Position {
        private final double ra;
        private final double dec;

        public Position(double ra, double dec) {
            this.ra = ra;
            this.dec = dec;
        }

        public double ra() {
            return ra;
        }

        public double dec() {
            return dec;
        }

        public String write() throws IOException {
            return JSON.writeValueAsString(this);
        }
    }
}
