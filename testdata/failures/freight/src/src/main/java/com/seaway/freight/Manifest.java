package com.seaway.freight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class Manifest {

    private final Map<String, Double> tonnes = new HashMap<>();
    private final List<Container> containers = new ArrayList<>();

    public void load(Container container, double weight) {
        containers.add(container);
        tonnes.put(container.owner() + container.serial(), weight);
    }

    public double weightOf(String number) {
        Double weight = tonnes.get(number);
        return weight;
    }

    /** Takes everything off board that belongs to an owner. */
    public int unload(String owner) {
        int before = containers.size();
        for (Container container : containers) {
            if (owner.equals(container.owner())) {
                containers.remove(container);
            }
        }
        return before - containers.size();
    }

    public Map<String, Container> byOwner() {
        return containers.stream().collect(Collectors.toMap(Container::owner, Function.identity()));
    }

    public Container heaviest() {
        return containers.stream()
            .max((a, b) -> Double.compare(weightOf(a.owner() + a.serial()), weightOf(b.owner() + b.serial())))
            .get();
    }

    /** The ports of call; further ones can be added to what is returned. */
    public static List<String> route(String... ports) {
        return Arrays.asList(ports);
    }

    /** Counts of containers of each owner, such as "MSKU=2 TGHU=1". */
    public String counts() {
        Map<String, Integer> count = new HashMap<>();
        containers.forEach(c -> count.merge(c.owner(), 1, Integer::sum));
        return count.entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
    }

    public String range() {
        Stream<Integer> serials = containers.stream().map(Container::serial);
        return serials.min(Integer::compare).orElseThrow() + ".." + serials.max(Integer::compare).orElseThrow();
    }
}
