package org.skywatch;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;

/** A line of the log of the night. */
public class Entry {
    public String target;
    public int frames;

    public static Entry read(String json) throws IOException {
        return new ObjectMapper().readValue(json, Entry.class);
    }

    /** When something was seen. */
    public static class Sighting {
        public String what;
        public Instant at;

        public String write() throws IOException {
            return new ObjectMapper().writeValueAsString(this);
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

        public double getRa() {
            return ra;
        }

        public double getDec() {
            return dec;
        }

        public static Position read(String json) throws IOException {
            return new ObjectMapper().readValue(json, Position.class);
        }
    }
}
