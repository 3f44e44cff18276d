package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkCase;
import io.millrace.harness.Better;

/**
 * A run of seats at full load.
 *
 * @param seats how many seats there are
 * @param processes whether each has a process of its own
 * @param crypto what is signed and verified
 * @param callsOfSignature how many calls a client signs at once
 * @param callsOfBlock how many calls a block has at most
 */
record LedgerCase(int seats, boolean processes, LedgerCrypto crypto, int callsOfSignature, int callsOfBlock) {
    static LedgerCase of(int seats, LedgerCrypto crypto, int callsOfSignature, int callsOfBlock) {
        return new LedgerCase(seats, false, crypto, callsOfSignature, callsOfBlock);
    }

    /** Returns the same with a process for each seat. */
    LedgerCase inProcesses() {
        return new LedgerCase(seats, true, crypto, callsOfSignature, callsOfBlock);
    }

    String name() {
        return seats + " seats" + (processes ? " in " + seats + " processes" : "") + ", " + crypto.text() + ", "
                + (callsOfSignature == 1 ? "1 call" : callsOfSignature + " calls") + " a signature, blocks of "
                + callsOfBlock;
    }

    BenchmarkCase figure() {
        return new BenchmarkCase(name(), "calls/s", Better.HIGHER, name());
    }

    /** Returns the case of the processor time that a call takes at full load. */
    BenchmarkCase cost() {
        String cost = name() + ", processor time";
        return new BenchmarkCase(cost, "us/call", Better.LOWER, cost);
    }

    /** Returns how many transactions a block has at most. */
    int transactionsOfBlock() {
        return Math.max(1, callsOfBlock / callsOfSignature);
    }
}
