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
record ReadMessage(long index, int writer, long sequence) {

    /**
     * Reads a journal in several ways and returns what all of them agree on.
     *
     * @throws ProofException if a message is not whole, or readers do not agree
     */
    static List<ReadMessage> all(Path directory, long seed) {
        try (Journal journal = Journal.openReadOnly(directory)) {
            List<ReadMessage> forward = read(journal, TailerOptions.defaults(), seed);
            List<ReadMessage> trusting =
                    read(journal, TailerOptions.defaults().withVerification(Verification.HEADER), seed);
            List<ReadMessage> backward =
                    read(journal, TailerOptions.defaults().withDirection(Direction.BACKWARD), seed);
            if (!forward.equals(trusting) || !forward.equals(backward.reversed())) {
                throw new ProofException("readers do not agree checking=" + forward.size() + " trusting="
                        + trusting.size() + " backward=" + backward.size() + " directory=" + directory);
            }
            return forward;
        }
    }

    private static List<ReadMessage> read(Journal journal, TailerOptions options, long seed) {
        List<ReadMessage> readings = new ArrayList<>();
        try (Tailer tailer = journal.tailer(options)) {
            while (tailer.read() == Read.MESSAGE) {
                if (!Message.isWhole(tailer.segment(), tailer.offset(), tailer.length(), seed)) {
                    throw new ProofException("a torn message was delivered index=" + Index.toText(tailer.index())
                            + " length=" + tailer.length() + " options=" + options);
                }
                readings.add(new ReadMessage(
                        tailer.index(),
                        Message.writer(tailer.segment(), tailer.offset()),
                        Message.sequence(tailer.segment(), tailer.offset())));
            }
        }
        return readings;
    }
}
