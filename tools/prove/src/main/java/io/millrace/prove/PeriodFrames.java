package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Period;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Openings of periods: metadata frames that contain the number of the next message and the part of the opening. A
 * period that is in force must have its whole opening, and after it only that message and later ones.
 */
final class PeriodFrames {

    private static final int PARTS = 3;
    private static final int BYTES = 2 * Long.BYTES;

    private PeriodFrames() {}

    /** Closes the period of a single owner before the message {@code sequence}; then the new one is in force. */
    static Period open(Journal journal, Appender appender, long sequence) {
        appender.startSegment();
        long opening = Index.NONE;
        for (int part = 0; part < PARTS; part++) {
            FrameBatch batch = appender.batch();
            long at = batch.begin(FrameKind.METADATA, BYTES);
            batch.memory().set(ValueLayout.JAVA_LONG, at, sequence);
            batch.memory().set(ValueLayout.JAVA_LONG, at + Long.BYTES, part);
            batch.end(BYTES);
            long index = appender.publish(Appender.ANY_SEGMENT);
            opening = part == 0 ? index : opening;
        }
        long end = appender.lastIndex();
        appender.awaitSynced(end);
        return journal.openPeriod(opening, end).orElseThrow();
    }

    /**
     * Checks the period that is in force.
     *
     * @param known how many periods are known to have been in force
     * @param readings all messages, in order
     * @throws ProofException if fewer are, or the one in force does not open as it was written
     */
    static void check(Journal journal, long known, List<ReadMessage> readings) {
        Period period = journal.period().orElse(new Period(0, Index.NONE));
        if (period.number() < known) {
            throw new ProofException(
                    "a period that was in force is gone number=" + period.number() + " known=" + known);
        }
        if (period.number() == 0) {
            return;
        }
        long sequence = -1;
        try (Tailer tailer = journal.tailer(TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE))) {
            tailer.toPeriod();
            for (int part = 0; part < PARTS; part++) {
                boolean whole = tailer.read() == Read.MESSAGE
                        && tailer.kind() == FrameKind.METADATA
                        && tailer.length() == BYTES
                        && tailer.segment().get(ValueLayout.JAVA_LONG, tailer.offset() + Long.BYTES) == part;
                if (!whole) {
                    throw new ProofException(
                            "the opening of a period is incomplete period=" + period + " part=" + part);
                }
                sequence = tailer.segment().get(ValueLayout.JAVA_LONG, tailer.offset());
            }
        }
        for (ReadMessage reading : readings) { // those right after an opening may be lost with the power
            boolean isBehind = reading.index() > period.opening();
            if (isBehind != (reading.sequence() >= sequence)) {
                throw new ProofException("a message is on the wrong side of an opening period=" + period + " next="
                        + sequence + " index=" + Index.toText(reading.index()) + " actual=" + reading.sequence());
            }
        }
    }
}
