package io.millrace.prove;

import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.journal.Verification;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One message that was read back.
 *
 * @param index its index
 * @param writer the number of its writer
 * @param sequence its number among those of this writer
 */
record Reading(long index, int writer, long sequence) {

    /**
     * Reads a journal in several ways and returns what all of them agree on.
     *
     * @throws ProofException if a message is not whole, or readers do not agree
     */
    static List<Reading> all(Path directory, long seed) {
        try (Journal journal = Journal.openReadOnly(directory)) {
            List<Reading> forward = read(journal, TailerOptions.defaults(), seed);
            List<Reading> trusting =
                    read(journal, TailerOptions.defaults().withVerification(Verification.HEADER), seed);
            List<Reading> backward = read(journal, TailerOptions.defaults().withDirection(Direction.BACKWARD), seed);
            if (!forward.equals(trusting) || !forward.equals(backward.reversed())) {
                throw new ProofException("readers do not agree checking=" + forward.size() + " trusting="
                        + trusting.size() + " backward=" + backward.size() + " directory=" + directory);
            }
            return forward;
        }
    }

    private static List<Reading> read(Journal journal, TailerOptions options, long seed) {
        List<Reading> readings = new ArrayList<>();
        try (Tailer tailer = journal.tailer(options)) {
            while (tailer.read() == Read.MESSAGE) {
                if (!Message.isWhole(tailer.segment(), tailer.offset(), tailer.length(), seed)) {
                    throw new ProofException("a torn message was delivered index=" + Index.toText(tailer.index())
                            + " length=" + tailer.length() + " options=" + options);
                }
                readings.add(new Reading(
                        tailer.index(),
                        Message.writer(tailer.segment(), tailer.offset()),
                        Message.sequence(tailer.segment(), tailer.offset())));
            }
        }
        return readings;
    }
}
