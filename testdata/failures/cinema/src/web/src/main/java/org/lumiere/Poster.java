package org.lumiere;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;

public class Poster {

  private final String film;

  public Poster(String film) {
    film = film.trim();
  }

  public URL image() {
    return new URL("https://posters.example/" + film);
  }

  public String size(int width) {
    switch (width) {
      case 600: return "A1";
      case 420: return "A2";
    }
  }

  public List<Runnable> clicks() {
    List<Runnable> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(() -> System.out.println(film + i));
    }
    return all;
  }

  public int wait(boolean always) {
    while (true) {
      Thread.onSpinWait();
    }
    return 0;
  }
}
