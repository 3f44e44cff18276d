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

    /** Appends a copy of the first call of a batch that is in the journal already. */
    static void append(Path dir) {
        try (Journal journal = Journal.open(dir, JournalOptions.defaults());
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            while (tailer.read() == Read.MESSAGE) {
                byte flags = tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset() + FLAGS_AT);
                if ((flags & LAST_OR_INPUT) == INPUT) {
                    MemorySegment copy = MemorySegment.ofArray(tailer.segment()
                            .asSlice(tailer.offset(), tailer.length())
                            .toArray(ValueLayout.JAVA_BYTE));
                    appender.append(copy, 0, (int) copy.byteSize());
                    return;
                }
            }
            throw new AssertionError("there is no batch dir=" + dir);
        }
    }
}
