package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.journal.JournalOptions;
import io.millrace.wire.Wire;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceSessionTest {

    @TempDir
    Path directory;

    @Test
    void anOperationWhoseGroupCannotBeginIsNotWaitedFor() throws Exception {
        ChannelOptions options = ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));
        LoadException failure = new LoadException("service has failed");
        OperationSpec ask =
                new OperationSpec("ask", 1, List.of(), Map.of("call", Template.parse("number: 1", List.of())), "test");
        try (Channel asked = Channel.journal("asked", directory.resolve("asked"), options);
                ServiceAnswers answers = new ServiceAnswers(asked, "", () -> Optional.of(failure))) {
            ChannelWriter writer = asked.writer();
            TargetSession session = new ServiceSession(
                    writer, answers, List.of(ask), Wire.closed().calls(Numbers.class), () -> {});
            CountDownLatch owned = new CountDownLatch(1);
            CountDownLatch over = new CountDownLatch(1);
            Thread owner = Thread.ofPlatform().start(() -> {
                writer.as(Numbers.class).number(0);
                owned.countDown();
                try {
                    over.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            owned.await();
            GivenOperation refused = new GivenOperation(0);
            assertThrows(WrongThreadException.class, () -> session.issue(refused));
            over.countDown();
            owner.join();
            GivenOperation issued = new GivenOperation(0);
            session.issue(issued); // no group is left open
            answers.start(); // after what is there, so that it is never answered
            Await.until("the operation is over", () -> issued.isOver());
            assertTrue(
                    issued.failure().getMessage().contains("service has failed"),
                    issued.failure().getMessage());
            assertFalse(refused.isOver(), "it was told to have failed after its issue had thrown");
            assertEquals(2, asked.journal().orElseThrow().messages());
            session.close();
        }
    }
}
