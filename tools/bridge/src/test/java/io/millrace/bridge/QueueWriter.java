package io.millrace.bridge;

import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** A process that writes a Chronicle Queue. */
final class QueueWriter {
    private QueueWriter() {}

    /** Writes as many documents as the second argument says into the directory of the first. */
    public static void main(String... args) {
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.single(
                                Path.of(args[0]).toFile())
                        .build();
                ExcerptAppender appender = queue.createAppender()) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                int number = i;
                appender.writeDocument(
                        wire -> wire.write("order").int32(number).write("note").text("größer " + number));
            }
        }
    }
}
