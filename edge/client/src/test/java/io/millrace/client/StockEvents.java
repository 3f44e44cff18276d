package io.millrace.client;

/** What the stock of the tests makes known. */
public interface StockEvents {

    /** An item has so much now. */
    void changed(String item, int left);
}
