package io.millrace.transactions;

import java.util.List;

/**
 * What a manager has done since it was opened. The figures are read one after another while the manager works, so they
 * may differ by transactions that ended meanwhile.
 *
 * @param committed how many transactions have committed
 * @param rolledBack how many have rolled back
 * @param unknown how many have ended with an unknown or a mixed outcome
 * @param timedOut how many of those that rolled back took longer than they may
 * @param phases one for each {@link Phase}, in its order
 */
public record TransactionStatistics(
        long committed, long rolledBack, long unknown, long timedOut, List<PhaseStatistics> phases) {

    /** Creates statistics. */
    public TransactionStatistics {
        phases = List.copyOf(phases);
    }

    /** Returns how long a phase has taken. */
    public PhaseStatistics of(Phase phase) {
        return phases.get(phase.number);
    }
}
