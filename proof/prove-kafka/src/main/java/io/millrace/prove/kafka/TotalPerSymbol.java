package io.millrace.prove.kafka;

import java.util.HashMap;
import java.util.Map;

/** Sums the amounts of each symbol: its state is lost with each kill, and a wrong one shows in every later total. */
public final class TotalPerSymbol implements Trades {
    private final Totals out;
    private final Map<String, Long> totals = new HashMap<>();

    /** Creates the component; the topology calls this. */
    public TotalPerSymbol(Totals out) {
        this.out = out;
    }

    @Override
    public void trade(Trade trade) {
        long amount = totals.merge(trade.symbol(), trade.amount(), Long::sum);
        out.total(new Total(trade.symbol(), trade.partition(), trade.number(), amount));
    }
}
