package io.millrace.service;

import io.millrace.wire.Reply;

/** The calls of a snapshot of a {@link StockKeeper}. */
public interface StockState {

    void item(String item, int amount);

    void waiting(long order, Reply<String> reply);
}
