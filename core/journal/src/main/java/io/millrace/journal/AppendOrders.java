package io.millrace.journal;

/**
 * Follows what the replication of a journal, which may be another process, says about appends in the table. The
 * background thread of a journal that is open for writing looks regularly; opening it looks once before any append.
 */
final class AppendOrders {

    private final JournalTable table;
    private final OwnershipLock lock;
    private final AppendRefusals refusals;
    private AppendOrder last = AppendOrder.ALLOWED;
    private boolean isAlone;

    AppendOrders(JournalTable table, OwnershipLock lock, AppendRefusals refusals) {
        this.table = table;
        this.lock = lock;
        this.refusals = refusals;
    }

    /**
     * Applies what the table says now, if that has changed.
     *
     * @return whether to look again soon, since copies may be missing at any time
     */
    synchronized boolean follow() {
        AppendOrder order = AppendOrder.of(table.appends());
        boolean isWatched =
                order.kind() == AppendOrder.Kind.WHILE_REPLICATED || order.kind() == AppendOrder.Kind.REFUSED;
        boolean nowAlone = isWatched && !lock.isReplicated();
        if (!order.equals(last) || nowAlone != isAlone) {
            last = order;
            isAlone = nowAlone;
            apply(order);
        }
        return isWatched;
    }

    private void apply(AppendOrder order) {
        if (isAlone) {
            refusals.refuse("no process replicates this journal, and the source appends nothing then");
            return;
        }
        switch (order.kind()) {
            case ALLOWED, WHILE_REPLICATED -> refusals.admit();
            case REFUSED -> refusals.refuse("too few copies are connected, and the source appends nothing then");
            case FENCED -> refusals.fence(order.epoch());
        }
    }
}
