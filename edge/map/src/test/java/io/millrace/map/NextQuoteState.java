package io.millrace.map;

/** The calls of a snapshot of a {@link NextQuoteDesk}. */
public interface NextQuoteState {

    /** Restores an entry. */
    void entry(String symbol, NextQuoteDesk.Price price);
}
