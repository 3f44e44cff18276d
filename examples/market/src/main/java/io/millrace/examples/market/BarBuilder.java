package io.millrace.examples.market;

import java.time.Instant;

/**
 * Turns trades into bars of one minute of UTC. A bar is complete when the first trade of a later minute arrives, or
 * the input ends; a minute without trades gives no bar.
 */
public final class BarBuilder implements Trades {
    private static final long SECONDS_PER_MINUTE = 60;

    private final Bars out;

    private long minute;
    private double open;
    private double high;
    private double low;
    private double close;
    private double volume;
    private long count;

    /** Creates a builder that has seen no trade. */
    public BarBuilder(Bars out) {
        this.out = out;
    }

    @Override
    public void trade(Trade trade) {
        long tradeMinute = Math.floorDiv(trade.at().getEpochSecond(), SECONDS_PER_MINUTE);
        if (count > 0 && tradeMinute > minute) {
            emit();
        }
        if (count == 0) {
            minute = tradeMinute;
            open = trade.price();
            high = trade.price();
            low = trade.price();
            volume = 0;
        }
        high = Math.max(high, trade.price());
        low = Math.min(low, trade.price());
        close = trade.price();
        volume += trade.amount();
        count++;
    }

    @Override
    public void endOfInput() {
        if (count > 0) {
            emit();
        }
    }

    private void emit() {
        Instant start = Instant.ofEpochSecond(minute * SECONDS_PER_MINUTE);
        out.bar(new Bar(start, open, high, low, close, volume, count));
        count = 0;
    }
}
