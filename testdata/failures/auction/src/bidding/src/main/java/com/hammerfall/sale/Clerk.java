package com.hammerfall.sale;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Takes the bids. */
public class Clerk {

	/** Where the bids are kept. */
	public interface Ledger {
		boolean record(String lot, String bidder, BigDecimal amount);

		Optional<String> highest(String lot);

		List<String> watchers(String lot);
	}

	private final Ledger ledger;
	private final List<String> told = new ArrayList<>();

	public Clerk(Ledger ledger) {
		this.ledger = ledger;
	}

	public boolean bid(String lot, String bidder, String amount) {
		return ledger.record(lot, bidder, new BigDecimal(amount));
	}

	public String leader(String lot) {
		return ledger.highest(lot).orElse("nobody");
	}

	/** Tells those who watch a lot, in the background. */
	public CompletableFuture<Void> tell(String lot) {
		List<String> watchers = ledger.watchers(lot);
		return CompletableFuture.runAsync(() -> {
			try {
				Thread.sleep(60);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
			told.addAll(watchers);
		});
	}

	public List<String> told() {
		return told;
	}

	/** Refuses a bid that is not a number. */
	public BigDecimal parse(String amount) {
		try {
			return new BigDecimal(amount);
		} catch (NumberFormatException e) {
			return BigDecimal.ZERO;
		}
	}
}
