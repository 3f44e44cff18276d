package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.PositionState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An output keeps what its items come from. */
class SourceOriginTest {

    @TempDir
    Path root;

    /** Has one item more than last time. */
    private static final class Stream implements ExternalSource {

        private final Numbers out;
        private final String origin;
        private long next;
        private boolean ended;

        private Stream(Numbers out, String origin) {
            this.out = out;
            this.origin = origin;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (ended) {
                return Progress.ENDED;
            }
            context.origin(origin);
            context.index(next);
            out.number(next);
            ended = true;
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    private static SourceBuilder source(Channel output, String name) {
        return Service.source(name).writes(output);
    }

    private static void run(SourceBuilder builder, String origin) {
        Flow.run(builder.create(outputs -> new Stream(outputs.as(Numbers.class), origin)));
    }

    @Test
    void anotherOriginIsRefusedAndWritesNothing() {
        try (Channel output = Flow.channel(root, "numbers")) {
            run(source(output, "feed"), "first");
        }
        try (Channel output = Flow.channel(root, "numbers")) {
            run(source(output, "feed"), "first");
            ServiceException error = assertThrows(ServiceException.class, () -> run(source(output, "feed"), "second"));
            assertTrue(error.getMessage().contains("origin=second kept=first"), error.getMessage());
            assertEquals(2, Flow.calls(output).size());
        }
    }

    @Test
    void theOriginStaysWhenTheSourceIsRenamed() {
        try (Channel output = Flow.channel(root, "numbers")) {
            run(source(output, "feed"), "first");
            assertThrows(
                    ServiceException.class, () -> run(source(output, "renamed").formerly("feed"), "second"));
            run(source(output, "renamed").formerly("feed"), "first");
            assertEquals(2, Flow.calls(output).size());
        }
    }

    @Test
    void retentionDoesNotWaitForAnOrigin() {
        try (Channel output = Flow.channel(root, "numbers")) {
            run(source(output, "feed"), "first");
            PositionState state = output.journal().orElseThrow().positions().get("origin of feed is first");
            assertTrue(state instanceof PositionState.Parked, String.valueOf(state));
        }
    }

    @Test
    void anOriginThatCannotBeKeptIsRefused() {
        try (Channel output = Flow.channel(root, "numbers")) {
            for (String wrong : List.of("", "x".repeat(41), "naïve")) {
                ServiceException error = assertThrows(ServiceException.class, () -> run(source(output, "feed"), wrong));
                assertTrue(error.getMessage().contains("1 to 40 characters"), error.getMessage());
            }
        }
    }
}
