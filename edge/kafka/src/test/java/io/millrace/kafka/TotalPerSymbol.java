package io.millrace.kafka;

import java.util.HashMap;
import java.util.Map;

/** Adds up the amounts of each symbol. */
public final class TotalPerSymbol implements Trades {
    private final Totals out;
    private final Map<String, Long> totals = new HashMap<>();

    public TotalPerSymbol(Totals out) {
        this.out = out;
    }

    @Override
    public void trade(Trade trade) {
        long amount = totals.merge(trade.symbol(), trade.amount(), Long::sum);
        out.total(new Total(trade.symbol(), amount));
    }

    @Override
    public void closed(String symbol) {
        totals.remove(symbol);
    }
}
