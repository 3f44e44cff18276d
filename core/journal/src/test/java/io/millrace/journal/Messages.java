package io.millrace.journal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Text messages in and out of journals, for tests. */
final class Messages {

    private Messages() {}

    static MemorySegment bytes(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
    }

    static long append(Appender appender, String text) {
        MemorySegment bytes = bytes(text);
        return appender.append(bytes, 0, (int) bytes.byteSize());
    }

    static void add(FrameBatch batch, FrameKind kind, String text) {
        MemorySegment bytes = bytes(text);
        long offset = batch.begin(kind, (int) bytes.byteSize());
        MemorySegment.copy(bytes, 0, batch.memory(), offset, bytes.byteSize());
        batch.end((int) bytes.byteSize());
    }

    static String text(Tailer tailer) {
        return new String(
                tailer.segment().asSlice(tailer.offset(), tailer.length()).toArray(ValueLayout.JAVA_BYTE),
                StandardCharsets.UTF_8);
    }

    /** Reads until there is nothing more in the direction of the tailer. */
    static List<String> readAll(Tailer tailer) {
        List<String> texts = new ArrayList<>();
        while (tailer.read() == Read.MESSAGE) {
            texts.add(text(tailer));
        }
        return texts;
    }

    static List<String> readAll(Journal journal) {
        try (Tailer tailer = journal.tailer()) {
            return readAll(tailer);
        }
    }

    static List<String> numbered(String prefix, int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(prefix + i);
        }
        return texts;
    }
}
