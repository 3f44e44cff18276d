package io.millrace.map;

/** The outputs of a {@link QuoteDesk}. */
public interface QuoteEvents {

    /** Tells the price of a symbol, and how often it has changed. */
    void price(String symbol, double price, long changes);

    /** Tells how many symbols there are, and the first two. */
    void symbols(int count, String first);
}
