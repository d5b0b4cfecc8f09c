package com.hammerfall.catalog;

import java.util.List;

public class Layout {
	static double sum(List<Number> numbers) {
		double total = 0;
		for (Number n : numbers) {
			total += n.doubleValue();
		}
		return total;
	}

	String heading(Page page) {
		return page.getTitle() + " (" + page.number() + ")";
	}
}
