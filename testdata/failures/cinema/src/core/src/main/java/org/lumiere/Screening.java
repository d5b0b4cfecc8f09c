package org.lumiere;

import java.time.LocalTime;

public class Screening implements Comparable<Screening> {

  private LocalTime start;
  private long minutes;

  Screening(LocalTime start, long minutes) {
    this.start = start;
    this.minutes = minutes;
  }

  public int length() {
    return minutes;
  }

  public Optional<String> title() {
    return null;
  }

}
