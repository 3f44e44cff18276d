package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of one writer of one journal until it is killed, and its form as an argument.
 *
 * @param scratch the directory of the run, in which are the journal and what the writer notes
 * @param ownership whether another writer is there too
 * @param durability of the journal
 * @param seed of the messages
 * @param writer number of this writer
 * @param count messages to append
 * @param step the name of the point at which to stop and wait for the kill, or null
 * @param hit at which reaching of the step, from 1
 */
record CrashPlan(
        Path scratch,
        Ownership ownership,
        Durability durability,
        long seed,
        int writer,
        int count,
        String step,
        int hit) {

    private static final String NO_STEP = "none";
    private static final int ARGUMENTS = 8;

    /** Returns the plan of a writer beside this one that is not killed. */
    CrashPlan survivor() {
        return new CrashPlan(scratch, ownership, durability, seed, writer + 1, count, null, 0);
    }

    boolean isShared() {
        return ownership == Ownership.SHARED;
    }

    Path journal() {
        return scratch.resolve("journal");
    }

    Path progress() {
        return scratch.resolve("progress-" + writer);
    }

    JournalOptions options() {
        return JournalOptions.defaults()
                .withOwnership(ownership)
                .withDurability(durability)
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withFenceAfter(Duration.ofSeconds(5));
    }

    /** Returns the text from which {@link #parse} creates this plan. */
    List<String> arguments() {
        return List.of(
                scratch.toString(),
                ownership.name(),
                durability.name(),
                Long.toString(seed),
                Integer.toString(writer),
                Integer.toString(count),
                step == null ? NO_STEP : step,
                Integer.toString(hit));
    }

    static List<CrashPlan> parse(String... arguments) {
        List<CrashPlan> plans = new ArrayList<>();
        for (int at = 0; at < arguments.length; at += ARGUMENTS) {
            plans.add(new CrashPlan(
                    Path.of(arguments[at]),
                    Ownership.valueOf(arguments[at + 1]),
                    Durability.valueOf(arguments[at + 2]),
                    Long.parseLong(arguments[at + 3]),
                    Integer.parseInt(arguments[at + 4]),
                    Integer.parseInt(arguments[at + 5]),
                    arguments[at + 6].equals(NO_STEP) ? null : arguments[at + 6],
                    Integer.parseInt(arguments[at + 7])));
        }
        return plans;
    }
}
