package com.hammerfall.sale;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is sold. */
public class Lot {
	private static final ObjectMapper JSON = new ObjectMapper();
	private final String title;
	private LocalDate day;

	public Lot(String title) {
		this.title = title;
	}

	public String getTitle() {
		return title;
	}

	public LocalDate getDay() {
		return day;
	}

	public void setDay(LocalDate day) {
		this.day = day;
	}

	public static Lot fromJson(String json) {
		try {
			return JSON.readValue(json, Lot.class);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	public static String toJson(Lot lot) {
		try {
			return JSON.writeValueAsString(lot);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** An estimate of an expert. */
	public static class Estimate {
		public int low;
		public int high;

		public static Estimate parse(String json) {
			try {
				return JSON.readValue(json, Estimate.class);
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		}
	}

	/** The photographs, those of other views at the end. */
	public static List<String> photos(Map<String, List<String>> byView) {
		List<String> front = byView.getOrDefault("front", Collections.emptyList());
		byView.forEach((view, all) -> {
			if (!view.equals("front")) {
				front.addAll(all);
			}
		});
		return front;
	}

	public Optional<String> provenance(Map<String, String> papers) {
		return Optional.of(papers.get(title));
	}
}
