package com.hammerfall.invoices;

public class Tax {

	enum Rate { NONE, REDUCED, FULL }

	static int percent(Rate rate) {
		int p = switch (rate) {
			case NONE -> 0;
			case FULL -> 19;
		};
		return p;
	}
}
