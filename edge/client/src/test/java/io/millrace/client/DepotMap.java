package io.millrace.client;

import io.millrace.wire.Refused;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The depot: a map that clients share. */
public final class DepotMap implements Depot {

    private final NavigableMap<String, Long> amounts = new TreeMap<>();
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
        boolean isThere = amounts.remove(item) != null;
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
        NavigableMap<String, Long> all = from == null ? amounts : amounts.tailMap(from, true);
        all = to == null ? all : all.headMap(to, false);
        all = after == null ? all : all.tailMap(after, false);
        List<DepotRow> rows = all.entrySet().stream()
                .limit(count)
                .map(entry -> new DepotRow(entry.getKey(), entry.getValue()))
                .toList();
        return new DepotRange(rows, rows.size() < count ? null : rows.getLast().item());
    }
}
