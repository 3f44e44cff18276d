package io.millrace.bridge;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** A process that writes a Chronicle Queue. */
final class QueueWriter {
    private QueueWriter() {}

    /**
     * Writes as many documents as the second argument says into the directory of the first, and again as many on
     * the day that is so many days later as each further argument says.
     */
    public static void main(String... args) {
        SetTimeProvider time = new SetTimeProvider();
        long nowMs = System.currentTimeMillis();
        time.currentTimeMillis(nowMs);
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.single(
                                Path.of(args[0]).toFile())
                        .timeProvider(time)
                        .build();
                ExcerptAppender appender = queue.createAppender()) {
            int count = Integer.parseInt(args[1]);
            write(appender, count);
            for (int i = 2; i < args.length; i++) {
                time.currentTimeMillis(nowMs + TimeUnit.DAYS.toMillis(Long.parseLong(args[i])));
                write(appender, count);
            }
        }
    }

    private static void write(ExcerptAppender appender, int count) {
        for (int i = 0; i < count; i++) {
            int number = i;
            appender.writeDocument(
                    wire -> wire.write("order").int32(number).write("note").text("größer " + number));
        }
    }
}
