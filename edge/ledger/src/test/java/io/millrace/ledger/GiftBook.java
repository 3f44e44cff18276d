package io.millrace.ledger;

import io.millrace.service.Snapshotting;
import java.util.Map;
import java.util.TreeMap;

/** A component on the order whose snapshots are calls, too, which do not come from there. */
public final class GiftBook implements Gifts, Snapshotting<GiftBalances>, GiftBalances {
    private final GiftBalances out;
    private final Map<String, Long> balances = new TreeMap<>();

    /** Takes the output. */
    public GiftBook(GiftBalances out) {
        this.out = out;
    }

    @Override
    public void give(String from, String to, long points) {
        out.onBalance(to, balances.merge(to, points, Long::sum));
    }

    @Override
    public Class<GiftBalances> snapshotType() {
        return GiftBalances.class;
    }

    @Override
    public void snapshot(GiftBalances snapshot) {
        balances.forEach(snapshot::onBalance);
    }

    @Override
    public void onBalance(String to, long points) {
        balances.put(to, points);
    }
}
