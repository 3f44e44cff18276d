package io.millrace.service;

/** Passes on a hash of all that it has got. */
public final class Keeper implements Numbers, KeeperState, Snapshotting<KeeperState> {

    private final Numbers out;
    private long total;

    public Keeper(Numbers out) {
        this.out = out;
    }

    @Override
    public void number(long value) {
        total = total * 31 + value;
        if (total % 3 != 0) {
            out.number(total);
        }
    }

    @Override
    public void total(long newTotal) {
        total = newTotal;
    }

    @Override
    public Class<KeeperState> snapshotType() {
        return KeeperState.class;
    }

    @Override
    public void snapshot(KeeperState to) {
        to.total(total);
    }
}
