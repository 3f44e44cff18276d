package io.millrace.clients;

import io.millrace.wire.Refused;
import java.math.BigInteger;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Counts the orders that are placed, and refuses those without a quantity. */
public final class PlacingDesk implements Placing {

    private final Placed out;
    private final NavigableMap<String, Long> sums = new TreeMap<>();
    private long count;

    /** Takes the output. */
    public PlacingDesk(Placed out) {
        this.out = out;
    }

    @Override
    public long place(String symbol, long quantity) {
        if (quantity <= 0) {
            throw new Refused("an order has a quantity quantity=" + quantity);
        }
        out.placed(symbol, quantity);
        sums.merge(symbol, quantity, Long::sum);
        return ++count;
    }

    @Override
    public BigInteger large(int bits) {
        return BigInteger.ONE.shiftLeft(bits - 1);
    }

    @Override
    public BigInteger largest(int bits) {
        return large(bits);
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public Sums sums(String after, int most) {
        List<Sums.Sum> rows = (after == null ? sums : sums.tailMap(after, false))
                .entrySet().stream()
                        .limit(most)
                        .map(each -> new Sums.Sum(each.getKey(), each.getValue()))
                        .toList();
        return new Sums(rows, rows.size() < most ? null : rows.getLast().symbol());
    }
}
