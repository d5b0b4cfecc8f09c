package com.hammerfall.catalog;

public record Page(String title, int number) {
	String toString() {
		return title;
	}

	public int words() {
		int n = 1;
		for (int n = 0; n < title.length(); n++) {
			if (title.charAt(n) == ' ') {
				n++;
			}
		}
		return n;
	}
}
