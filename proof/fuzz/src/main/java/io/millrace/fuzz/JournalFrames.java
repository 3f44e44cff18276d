package io.millrace.fuzz;

import io.millrace.journal.Appender;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Journal;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The frames of a journal as bytes: for each its kind, then its payload after two bytes of length. */
final class JournalFrames {

    private static final int MAX_FRAMES = 200;

    private JournalFrames() {}

    /** Appends frames, of which what is too long for one is cut off, and returns their indexes. */
    static List<Long> append(Appender appender, byte[] frames) {
        List<Long> indexes = new ArrayList<>();
        FrameBatch batch = appender.batch();
        int at = 0;
        while (at < frames.length && indexes.size() < MAX_FRAMES) {
            FrameKind kind = (frames[at++] & 1) == 0 ? FrameKind.DATA : FrameKind.METADATA;
            int length = Bytes.counted(Arrays.copyOfRange(frames, at, frames.length), frames.length - at - 2);
            at += 2;
            length = Math.clamp(length, 0, appender.maxFrameLength());
            long payload = batch.begin(kind, length);
            if (length > 0) {
                MemorySegment.copy(frames, at, batch.memory(), ValueLayout.JAVA_BYTE, payload, length);
            }
            batch.end(length);
            indexes.add(appender.publish(Appender.ANY_SEGMENT));
            at += length;
        }
        return indexes;
    }

    /** Returns the frames of a journal. */
    static byte[] of(Journal journal) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        try (Tailer tailer = journal.tailer(TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE))) {
            while (tailer.read() == Read.MESSAGE) {
                byte[] payload = new byte[tailer.length()];
                MemorySegment.copy(
                        tailer.segment(), ValueLayout.JAVA_BYTE, tailer.offset(), payload, 0, payload.length);
                frames.write(tailer.kind() == FrameKind.DATA ? 0 : 1);
                frames.writeBytes(Bytes.counted(payload));
            }
        }
        return frames.toByteArray();
    }
}
