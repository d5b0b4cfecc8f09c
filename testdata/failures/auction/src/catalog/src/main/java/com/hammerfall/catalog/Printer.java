package com.hammerfall.catalog;

import java.util.List;
import javax.inject.Inject;

public class Printer {
	private final Layout layout;

	@Inject
	public Printer(Layout layout) {
		this.layout = layout;
	}

	public double width(List<Integer> columns) {
		return Layout.sum(columns);
	}
}
