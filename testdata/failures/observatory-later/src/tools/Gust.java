/** A gust of the forecast. */
public record Gust(double speed, int hour) {}
