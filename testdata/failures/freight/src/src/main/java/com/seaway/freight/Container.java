package com.seaway.freight;

public class Container implements Comparable<Container> {

    public enum Size { TWENTY, FORTY, FORTY_HIGH }

    private final String owner;
    private final int serial;
    private final Size size;

    public Container(String owner, int serial, Size size) {
        this.owner = owner;
        this.serial = serial;
        this.size = size;
    }

    public static Size sizeOf(String label) {
        return Size.valueOf(label);
    }

    public String owner() {
        return owner;
    }

    public int serial() {
        return serial;
    }

    /** Twenty-foot equivalents. */
    public double teu() {
        int feet = size == Size.TWENTY ? 20 : size == Size.FORTY ? 40 : 45;
        return feet / 20;
    }

    @Override
    public int compareTo(Container other) {
        return serial - other.serial;
    }

    @Override
    public boolean equals(Object obj) {
        if (!(obj instanceof Container)) {
            return false;
        }
        Container c = (Container) obj;
        return c.owner.equals(owner) && c.serial == serial;
    }
}
