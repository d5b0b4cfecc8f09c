package com.seaway.freight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class ManifestTests {

    private Manifest loaded() {
        Manifest m = new Manifest();
        m.load(new Container("TGHU", 700, Container.Size.FORTY), 21.5);
        m.load(new Container("MSKU", 12, Container.Size.TWENTY), 9);
        m.load(new Container("MSKU", 13, Container.Size.TWENTY), 11);
        m.load(new Container("CMAU", 5, Container.Size.FORTY_HIGH), 24);
        m.load(new Container("HLXU", 6, Container.Size.FORTY_HIGH), 20);
        return m;
    }

    @Test
    public void should_weigh_nothing_when_not_on_board() {
        assertEquals(0.0, loaded().weightOf("XXXX1"));
    }

    @Test
    public void should_unload_all_of_an_owner() {
        assertEquals(2, loaded().unload("MSKU"));
    }

    @Test
    public void should_keep_the_first_of_each_owner() {
        assertEquals(12, loaded().byOwner().get("MSKU").serial());
    }

    @Test
    public void should_find_no_heaviest_on_an_empty_ship() {
        assertNull(new Manifest().heaviest());
    }

    @Test
    public void should_extend_a_route() {
        List<String> route = Manifest.route("Halifax", "Antwerp");
        route.add("Bremen");
        assertEquals(3, route.size());
    }

    @Test
    public void should_list_counts_by_owner() {
        assertEquals("CMAU=1 HLXU=1 MSKU=2 TGHU=1", loaded().counts());
    }

    @Test
    public void should_tell_the_range_of_serials() {
        assertEquals("5..700", loaded().range());
    }

    @Test
    public void should_order_serials_of_both_signs() {
        Container[] list = {new Container("A", 2_000_000_000, Container.Size.FORTY), new Container("A", -2_000_000_000, Container.Size.FORTY)};
        Arrays.sort(list);
        assertEquals(-2_000_000_000, list[0].serial());
    }

    @Test
    public void should_find_a_seal_by_an_equal_container() {
        Map<Container, String> seals = new HashMap<>();
        seals.put(new Container("MSKU", 12, Container.Size.TWENTY), "S-1");
        assertEquals("S-1", seals.get(new Container("MSKU", 12, Container.Size.TWENTY)));
    }

    @Test
    public void should_count_high_cubes_by_length() {
        assertEquals(2.25, new Container("A", 1, Container.Size.FORTY_HIGH).teu());
    }

    @ParameterizedTest
    @CsvSource({"FORTY,FORTY", "forty high,FORTY_HIGH"})
    public void should_read_size_labels(String label, Container.Size size) {
        assertEquals(size, Container.sizeOf(label));
    }
}
