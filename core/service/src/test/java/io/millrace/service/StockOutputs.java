package io.millrace.service;

/** What a {@link StockKeeper} writes. */
public interface StockOutputs {

    void taken(String item, int amount, String by);
}
