package io.millrace.dist;

import io.millrace.map.KeyOrder;
import io.millrace.map.StateMap;
import io.millrace.service.Snapshotting;
import io.millrace.wire.Refused;

/** A component with snapshots of a map, which answers its clients. */
public final class Till implements TillCalls, Snapshotting<TillState>, TillState {

    private final TillState out;
    private final StateMap<String, Long> balances = StateMap.of(String.class, Long.class, KeyOrder.NATURAL);

    /** Creates the component; called by the topology. */
    public Till(TillState out) {
        this.out = out;
    }

    @Override
    public void paid(String who, long cents, Receipt receipt) {
        balances.put(who, balance(who) + cents);
        out.has(who, balance(who));
    }

    @Override
    public long take(String who, long cents) {
        if (balance(who) < cents) {
            throw new Refused("not so much who=" + who);
        }
        balances.put(who, balance(who) - cents);
        out.has(who, balance(who));
        return balance(who);
    }

    @Override
    public long balance(String who) {
        Long balance = balances.get(who);
        return balance == null ? 0 : balance;
    }

    @Override
    public Class<TillState> snapshotType() {
        return TillState.class;
    }

    @Override
    public void snapshot(TillState state) {
        balances.forEach(state::has);
    }

    @Override
    public void has(String who, long cents) {
        balances.put(who, cents);
    }
}
