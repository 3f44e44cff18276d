package io.millrace.replication;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import java.util.random.RandomGenerator;

/** The state that the parts of a member share. */
final class LocalState {

    /** More promotions than there can be while a member is away. */
    private static final long MOST_ROUNDS_AHEAD = 1 << 20;

    final MemberLog log;
    final MemberOptions options;
    final MemberListener listener;

    private final MemberStore store;
    private final RandomGenerator random;
    private MemberState saved;
    private long nowNs;

    LocalState(
            MemberLog log,
            MemberStore store,
            MemberOptions options,
            MemberListener listener,
            long nowNs,
            RandomGenerator random) {
        this.random = random;
        this.log = log;
        this.store = store;
        this.options = options;
        this.listener = listener;
        this.nowNs = nowNs;
        saved = store.read();
    }

    MemberState saved() {
        return saved;
    }

    /** Stores the state durably. Before a level of SYNCED is stored, everything is forced, as it promises. */
    void save(MemberState next) {
        if (isSynced(next) && !isSynced(saved) && log.origin() != null) {
            log.force();
        }
        store.write(next);
        saved = next;
    }

    /** Returns the identity of a copy that begins anew. */
    long newCopyId() {
        return random.nextLong() | 1;
    }

    long nowNs() {
        return nowNs;
    }

    void setNow(long ns) {
        nowNs = ns;
    }

    Epoch promised() {
        return saved.promised();
    }

    /**
     * Returns whether an epoch may be that of a promotion since those that this member has seen. Each raises the round
     * by one; a round far above is none of a promotion, and would leave none for the next. A new member has seen none.
     */
    boolean isNear(Epoch epoch) {
        return saved.configuration() == null
                || epoch.round() <= saved.promised().round()
                || epoch.round() - saved.promised().round() <= MOST_ROUNDS_AHEAD;
    }

    /**
     * Checks {@link #isNear}.
     *
     * @throws ReplicationException if it is not so
     */
    void checkNear(Epoch epoch) {
        if (!isNear(epoch)) {
            throw new ReplicationException("the epoch of a message is too far above what was seen epoch=" + epoch
                    + " seen=" + promised() + " mostRoundsAhead=" + MOST_ROUNDS_AHEAD);
        }
    }

    int number() {
        return saved.number();
    }

    boolean isSynced() {
        return isSynced(saved);
    }

    private static boolean isSynced(MemberState state) {
        return state.configuration() != null && state.configuration().present().level() == Durability.SYNCED;
    }

    /** Returns the hash of the last segment up to the end, or 0 for a log without segments. */
    long endHash() {
        long end = log.end();
        return end == LogPosition.NONE ? 0 : log.hash(end);
    }

    MemberStatus status() {
        return new MemberStatus(
                saved.copyId(),
                saved.promised(),
                saved.role(),
                saved.whole(),
                log.certain(),
                log.epochs().newest(),
                saved.configuration());
    }

    /**
     * Sets frames aside. First it remembers which segments this member led, since their numbers must not be led again.
     */
    void cut(long position, String reason) {
        long led = log.highestLed(Math.max(0, number()));
        if (number() >= 0 && led > saved.highestLed()) {
            save(saved.withHighestLed(led));
        }
        long end = log.end();
        options.holding().ifPresent(holding -> holding.cutting(position));
        try {
            log.cut(position);
        } finally {
            options.holding().ifPresent(Holding::cut);
        }
        listener.event(
                MemberEvent.CUT,
                reason + " from=" + LogPosition.toText(position) + " formerEnd=" + LogPosition.toText(end));
    }
}
