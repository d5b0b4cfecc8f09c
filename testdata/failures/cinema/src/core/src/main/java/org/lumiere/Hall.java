package org.lumiere;

import java.time.LocalTime;

public class Hall {

  private final int seats = 120;

  public Screening evening() {
    return new Screening(LocalTime.of(20, 0));
  }

  public static int capacity() {
    return seats;
  }

  public String sign() {
    String text = seats;
    return text;
  }

  public int rowOf(String seat) {
    return Integer.parse(seat.substring(1));
  }
}
