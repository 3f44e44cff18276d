package io.millrace.map;

/** The inputs of a {@link QuoteDesk}. */
public interface Quotes {

    /** Sets the price of a symbol. */
    void quote(String symbol, double price);

    /** Removes a symbol. */
    void withdrawn(String symbol);
}
