package io.millrace.client;

import io.millrace.map.KeyOrder;
import io.millrace.map.KeyRange;
import io.millrace.map.StateMap;
import io.millrace.wire.Refused;
import java.util.List;

/** The depot: a map that clients share. */
public final class DepotMap implements Depot {

    private final StateMap<String, Long> amounts = StateMap.of(String.class, Long.class, KeyOrder.NATURAL);
    private final DepotEvents out;

    /** Takes the output. */
    public DepotMap(DepotEvents out) {
        this.out = out;
    }

    @Override
    public void put(String item, long amount) {
        amounts.put(item, amount);
        out.amount(item, amount);
    }

    @Override
    public boolean remove(String item) {
        boolean isThere = amounts.remove(item);
        if (isThere) {
            out.removed(item);
        }
        return isThere;
    }

    @Override
    public long change(String item, DepotChange change) {
        long amount = change.of(get(item));
        put(item, amount);
        return amount;
    }

    @Override
    public long get(String item) {
        return amounts.getOrDefault(item, 0L);
    }

    @Override
    public long tried(String item, DepotChange change) {
        return change.of(get(item));
    }

    @Override
    public int size() {
        return amounts.size();
    }

    @Override
    public DepotRange range(String from, String to, String after, int count) {
        if (count < 1) {
            throw new Refused("count is at least 1 count=" + count);
        }
        KeyRange<String> range = KeyRange.<String>all().most(count);
        range = from == null ? range : range.from(from);
        range = to == null ? range : range.before(to);
        range = after == null ? range : range.after(after);
        List<DepotRow> rows = amounts.range(range).stream()
                .map(entry -> new DepotRow(entry.getKey(), entry.getValue()))
                .toList();
        return new DepotRange(rows, rows.size() < count ? null : rows.getLast().item());
    }
}
