package io.millrace.map;

import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** Leaves the beginning of a batch at the end of a map's journal, as a loss of power does. */
final class CutGroup {

    private static final int FLAGS_AT = 8;
    private static final int LAST_OR_INPUT = 3;
    private static final int INPUT = 2;

    private CutGroup() {}

    /** Appends a copy of the first call of the first batch that is in the journal already. */
    static void append(Path dir) {
        append(dir, false);
    }

    /** Appends a copy of the first call of the first batch, and of the last call of the last one. */
    static void appendMixed(Path dir) {
        append(dir, true);
    }

    private static void append(Path dir, boolean mixed) {
        try (Journal journal = Journal.open(dir, JournalOptions.defaults());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            MemorySegment first = null;
            MemorySegment last = null;
            while (tailer.read() == Read.MESSAGE) {
                int flags = tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset() + FLAGS_AT) & LAST_OR_INPUT;
                first = first == null && flags == INPUT ? copy(tailer) : first;
                last = flags == LAST_OR_INPUT ? copy(tailer) : last;
            }
            if (first == null || last == null) {
                throw new AssertionError("there is no batch dir=" + dir);
            }
            appender.append(first, 0, (int) first.byteSize());
            if (mixed) {
                appender.append(last, 0, (int) last.byteSize());
            }
        }
    }

    private static MemorySegment copy(Tailer tailer) {
        return MemorySegment.ofArray(
                tailer.segment().asSlice(tailer.offset(), tailer.length()).toArray(ValueLayout.JAVA_BYTE));
    }
}
