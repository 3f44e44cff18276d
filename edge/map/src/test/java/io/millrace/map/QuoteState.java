package io.millrace.map;

/** The calls of a snapshot of a {@link QuoteDesk}. */
public interface QuoteState {

    /** Restores an entry. */
    void entry(String symbol, QuoteDesk.Price price);
}
