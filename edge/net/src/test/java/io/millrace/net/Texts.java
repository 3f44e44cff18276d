package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.journal.VerifyReport;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Messages that are texts, in the journals of members. */
final class Texts {

    private Texts() {}

    /** Returns what a journal has, acknowledged or not; nothing if there is none. */
    static List<String> all(Path directory) {
        return read(directory, MarkPolicy.NEVER);
    }

    /** Returns what of a journal is acknowledged. */
    static List<String> acknowledged(Path directory) {
        return read(directory, MarkPolicy.ALWAYS);
    }

    private static List<String> read(Path directory, MarkPolicy mark) {
        List<String> texts = new ArrayList<>();
        if (Journal.exists(directory)) {
            try (Journal journal = Journal.openReadOnly(directory);
                    Tailer tailer = journal.tailer(TailerOptions.defaults().withMark(mark))) {
                while (tailer.read() == Read.MESSAGE) {
                    texts.add(text(tailer));
                }
            }
        }
        return texts;
    }

    /** Returns the message that a tailer has read. */
    static String text(Tailer tailer) {
        MemorySegment payload = tailer.segment().asSlice(tailer.offset(), tailer.length());
        return new String(payload.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }

    /** Appends a text and returns its index. */
    static long append(Appender appender, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return appender.append(MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    static void assertSound(Path directory) {
        VerifyReport report = JournalVerifier.verify(directory);
        assertTrue(report.isSound(), () -> report.findings().toString());
    }
}
