package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Turn;

/**
 * The stages of the journal suite, in order; no side starts a stage before the others have ended the one before. Most
 * sides have only some of them.
 */
enum JournalStage {
    APPEND_40(0),
    APPEND_256(1),
    APPEND_1024(2),
    LATENCY(3),
    LOOKUPS(4),
    FOUR_WRITERS(5),
    KILLED_WRITER(6),
    SUSTAINED(7),
    ENCRYPTED(8),
    SYNCED(9),
    READ_AT_INDEX(10);

    private final int number;

    JournalStage(int number) {
        this.number = number;
    }

    /** Returns the stage of appends of a size. */
    static JournalStage append(int sizeBytes) {
        return switch (sizeBytes) {
            case 40 -> APPEND_40;
            case 256 -> APPEND_256;
            case 1024 -> APPEND_1024;
            default -> throw new BenchmarkException("there is no such stage sizeBytes=" + sizeBytes);
        };
    }

    /** Passes the turn on before this stage. */
    void begin() {
        Turn.stage(number);
    }
}
