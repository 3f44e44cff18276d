package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceServiceTest {

    @TempDir
    Path root;

    /** Counts up; every third number has no call. */
    private static final class Counter implements ExternalSource {

        private final Numbers out;
        private final long end;
        private final List<Long> opened;
        private long next;

        private Counter(Numbers out, long end, List<Long> opened) {
            this.out = out;
            this.end = end;
            this.opened = opened;
        }

        @Override
        public void open(long resumeAfter) {
            opened.add(resumeAfter);
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next == end) {
                return Progress.ENDED;
            }
            context.index(next);
            if (next % 3 != 2) {
                out.number(next);
            }
            next++;
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }

    @Test
    void aSourceGoesOnBehindItsLastItem() {
        List<Long> opened = new ArrayList<>();
        try (Channel output = Flow.channel(root, "numbers")) {
            for (long end : new long[] {10, 10, 18, 30}) {
                Flow.run(Service.source("counter")
                        .writes(output)
                        .create(outputs -> new Counter(outputs.as(Numbers.class), end, opened)));
            }
            List<String> expected = new ArrayList<>();
            for (long i = 0; i < 30; i++) {
                if (i % 3 != 2) {
                    expected.add("number: " + i + " counter@" + i + " k=1 last");
                }
            }
            assertEquals(expected, Flow.calls(output));
            assertEquals(List.of(-1L, 9L, 9L, 17L), opened);
            assertTrue(output.ended());
        }
    }

    @Test
    void theTimeInIsWhenTheItemWasDue() {
        long[] nowNs = {5_000_000_000L};
        List<Long> opened = new ArrayList<>();
        try (Channel output = Flow.channel(root, "numbers")) {
            ServiceTask task = Service.source("counter")
                    .writes(output)
                    .rate(Rate.perSecond(3))
                    .clock(() -> nowNs[0])
                    .create(outputs -> new Counter(outputs.as(Numbers.class), 100, opened));
            task.poll();
            task.poll();
            assertEquals(1, task.inputs());
            nowNs[0] += 333_333_332L;
            task.poll();
            assertEquals(1, task.inputs());
            nowNs[0] += 1;
            task.poll();
            assertEquals(2, task.inputs());
            nowNs[0] += 2_000_000_000L;
            task.poll();
            assertEquals(8, task.inputs());
            task.close();
            try (ChannelText text = ChannelText.of(output)) {
                List<Instant> times = new ArrayList<>();
                while (text.next() == Poll.MESSAGE) {
                    times.add(Instant.ofEpochSecond(0, text.history().timeInNs(0)));
                }
                assertEquals(Instant.parse("1970-01-01T00:00:05Z"), times.get(0));
                assertEquals(Instant.parse("1970-01-01T00:00:05.333333333Z"), times.get(1));
                assertEquals(Instant.parse("1970-01-01T00:00:06Z"), times.get(2));
            }
        }
    }

    @Test
    void aRateNeverDrifts() {
        Rate rate = Rate.perSecond(7);
        assertEquals(0, rate.dueNs(0));
        assertEquals(142_857_142, rate.dueNs(1));
        assertEquals(1_000_000_000, rate.dueNs(7));
        assertEquals(1_000_000_000L * 1_000_000, rate.dueNs(7_000_000));
        assertThrows(IllegalArgumentException.class, () -> Rate.perSecond(0));
        assertThrows(IllegalArgumentException.class, () -> Rate.perSecond(-1));
    }

    @Test
    void whatASourceMustNotDoIsAnError() {
        try (Channel output = Flow.channel(root, "numbers")) {
            String[] mistakes = {"back", "twice", "two calls", "no index", "ended with index", "throws"};
            for (String mistake : mistakes) {
                ServiceTask task = Service.source("wrong")
                        .writes(output)
                        .create(outputs -> new Wrong(outputs.as(Numbers.class), mistake));
                task.poll();
                ServiceException error = assertThrows(ServiceException.class, () -> {
                    task.poll();
                    task.poll();
                });
                assertTrue(error.getMessage().contains("service=wrong"), error.getMessage());
                task.close();
            }
        }
    }

    /** Makes one mistake. */
    private static final class Wrong implements ExternalSource {

        private final Numbers out;
        private final String mistake;
        private long next;

        private Wrong(Numbers out, String mistake) {
            this.out = out;
            this.mistake = mistake;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            switch (mistake) {
                case "back" -> context.index(next - 1);
                case "twice" -> {
                    context.index(next);
                    context.index(next + 1);
                }
                case "two calls" -> {
                    context.index(next);
                    out.number(1);
                    out.number(2);
                }
                case "no index" -> out.number(1);
                case "ended with index" -> {
                    context.index(next);
                    return Progress.ENDED;
                }
                default -> throw new IllegalStateException("no");
            }
            return Progress.EMITTED;
        }

        @Override
        public void close() {}
    }
}
