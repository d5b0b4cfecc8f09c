import java.util.List;

/** Says whether a night is worth the drive. */
public class Forecast {
    public static double strongest(List<Gust> gusts) {
        return gusts.stream().mapToDouble(Gust::getSpeed).max().orElse(0);
    }

    public static void main(String[] args) {
        List<Gust> gusts = List.of(new Gust(9.5, 22), new Gust(16, 3));
        System.out.println(strongest(gusts) < 14 ? "go" : "stay");
    }
}
