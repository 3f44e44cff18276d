package io.millrace.transactions;

/** Times one phase of a transaction, for the statistics and, where one runs, for the flight recorder. */
final class PhaseTimer {

    private final Transactions transactions;
    private final GlobalId transaction;
    private final Phase phase;
    private final PhaseEvent event;
    private final long startNs;

    private PhaseTimer(Transactions transactions, GlobalId transaction, Phase phase) {
        this.transactions = transactions;
        this.transaction = transaction;
        this.phase = phase;
        this.startNs = System.nanoTime();
        this.event = FlightEvents.phase();
    }

    static PhaseTimer start(Transactions transactions, GlobalId transaction, Phase phase) {
        return new PhaseTimer(transactions, transaction, phase);
    }

    /** Counts the phase; a phase that fails is not counted. */
    void end() {
        transactions.times().record(phase, System.nanoTime() - startNs);
        if (event != null) {
            event.ended(transaction, phase);
        }
    }
}
