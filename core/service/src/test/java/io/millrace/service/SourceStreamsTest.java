package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A source of several streams continues after the newest item of each. */
class SourceStreamsTest {

    @TempDir
    Path root;

    private final List<Optional<Map<String, Long>>> opened = new ArrayList<>();

    /** One step of a source in one poll. */
    @FunctionalInterface
    private interface Step {
        Progress take(SourceContext context, Numbers out);
    }

    /** Takes steps, one a poll, and ends. */
    private final class Steps implements ExternalSource {
        private final Numbers out;
        private final List<Step> steps;

        private Steps(Numbers out, List<Step> steps) {
            this.out = out;
            this.steps = new ArrayList<>(steps);
        }

        @Override
        public void open(long resumeAfter) {
            throw new IllegalStateException("opened as a source of one stream");
        }

        @Override
        public void open(long resumeAfter, OptionalLong start, Optional<Map<String, Long>> streams) {
            opened.add(streams);
        }

        @Override
        public Progress poll(SourceContext context) {
            return steps.isEmpty() ? Progress.ENDED : steps.removeFirst().take(context, out);
        }

        @Override
        public void close() {}
    }

    private static Step start(Map<String, Long> firsts) {
        return (context, _) -> {
            context.start(firsts);
            return Progress.IDLE;
        };
    }

    private static Step item(String stream, long index) {
        return (context, out) -> {
            context.index(stream, index);
            out.number(index);
            return Progress.EMITTED;
        };
    }

    private static Step bad(String stream, long index) {
        return (context, _) -> {
            context.index(stream, index);
            return Progress.EMITTED;
        };
    }

    private static Step passed(String first, String second, long index) {
        return (context, _) -> {
            context.passed(first, index);
            context.passed(second, index + 1);
            return Progress.IDLE;
        };
    }

    private void run(Channel output, Step... steps) {
        Flow.run(Service.source("feed")
                .writes(output)
                .create(outputs -> new Steps(outputs.as(Numbers.class), List.of(steps))));
    }

    private static Map<String, Long> ordered(Object... pairs) {
        Map<String, Long> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], ((Number) pairs[i + 1]).longValue());
        }
        return map;
    }

    private Map<String, Long> reopened(Channel output) {
        run(output);
        return opened.getLast().orElseThrow();
    }

    @Test
    void eachStreamContinuesAfterItsNewestItem() {
        try (Channel output = Flow.channel(root, "numbers")) {
            run(
                    output,
                    start(ordered("0", 10, "1", 0, "2", 7)),
                    item("0", 12),
                    item("1", 0),
                    bad("0", 13),
                    item("1", 3),
                    item("new", 0),
                    passed("0", "new", 20));
            assertEquals(Optional.empty(), opened.getFirst());
            assertEquals(Map.of("0", 20L, "1", 3L, "2", 6L, "new", 21L), reopened(output));
            assertEquals(
                    List.of(
                            "number: 12 feed/0@12 k=1 last",
                            "number: 0 feed/1@0 k=1 last",
                            "number: 3 feed/1@3 k=1 last",
                            "number: 0 feed/new@0 k=1 last"),
                    Flow.calls(output));
        }
    }

    @Test
    void whereStreamsBeginIsKeptBeforeTheirFirstItem() {
        try (Channel output = Flow.channel(root, "numbers")) {
            run(output, start(ordered("0", 0, "1", 5)));
            assertEquals(Map.of("1", 4L), reopened(output));
            assertEquals(Map.of("1", 4L), reopened(output));
            ServiceException error = assertThrows(ServiceException.class, () -> run(output, start(ordered("0", 1))));
            assertTrue(error.getMessage().contains("the streams of a source begin once"), error::toString);
        }
    }

    @Test
    void aQuietStreamIsFoundAlsoWhereRetentionHasRemovedItsItems() {
        try (Channel output = Flow.channel(root, "numbers")) {
            List<Step> steps = new ArrayList<>();
            steps.add(start(ordered("busy", 0, "quiet", 0)));
            steps.add(item("quiet", 41));
            for (long index = 0; index < 10_000; index++) {
                steps.add(item("busy", index));
            }
            run(output, steps.toArray(Step[]::new));
            assertTrue(Index.segment(output.journal().orElseThrow().lastIndex()) > 3, "it needs several segments");
            int inNewest = 0;
            try (ChannelCursor cursor = output.cursor()) {
                cursor.direction(Direction.BACKWARD);
                cursor.toEnd();
                for (Entry entry = cursor.next(); !isAll(cursor, entry); entry = cursor.next()) {
                    inNewest++;
                }
                assertEquals(Index.segment(output.journal().orElseThrow().lastIndex()), Index.segment(cursor.index()));
            }
            assertTrue(inNewest < 10_000, "a restart searches one segment entries=" + inNewest);
            assertEquals(Map.of("busy", 9_999L, "quiet", 41L), reopened(output));
        }
    }

    private static boolean isAll(ChannelCursor cursor, Entry entry) {
        return switch (entry) {
            case CONSUMED ->
                cursor.consumed().source(cursor.consumed().size() - 1).name().equals("feed/*");
            case END -> throw new AssertionError("there is no record of all streams");
            default -> false;
        };
    }

    @Test
    void moreStreamsThanOneRecordNamesAreFound() {
        Map<String, Long> expected = new LinkedHashMap<>();
        Map<String, Long> firsts = new LinkedHashMap<>();
        for (long stream = 0; stream < 600; stream++) {
            firsts.put("s" + stream, stream);
            if (stream > 0) {
                expected.put("s" + stream, stream - 1);
            }
        }
        try (Channel output = Flow.channel(root, "numbers")) {
            run(output, start(firsts));
            assertEquals(expected, reopened(output));
            run(output, item("s5", 10));
            expected.put("s5", 10L);
            assertEquals(expected, reopened(output));
        }
    }

    @Test
    void aRenamedSourceFindsItsStreams() {
        try (Channel output = Flow.channel(root, "numbers")) {
            run(output, start(ordered("0", 0)), item("0", 3));
            Flow.run(Service.source("renamed")
                    .formerly("feed")
                    .writes(output)
                    .create(outputs -> new Steps(outputs.as(Numbers.class), List.of(item("0", 4)))));
            assertEquals(Optional.of(Map.of("0", 3L)), opened.getLast());
            ServiceException error = assertThrows(
                    ServiceException.class,
                    () -> Flow.run(Service.source("other")
                            .writes(output)
                            .create(outputs -> new Steps(outputs.as(Numbers.class), List.of()))));
            assertTrue(error.getMessage().contains("of a source of another name"), error::toString);
        }
    }

    @Test
    void streamsOutOfOrderAreRefused() {
        try (Channel output = Flow.channel(root, "numbers")) {
            run(output, start(ordered("0", 5)));
            assertRefused(output, item("0", 4), "stream=0 index=4 lastIndex=4");
            assertRefused(output, item("a/b", 1), "stream=a/b");
            assertRefused(output, item("*", 1), "stream=*");
            assertRefused(
                    output,
                    (context, _) -> {
                        context.index(7);
                        return Progress.EMITTED;
                    },
                    "index=7");
        }
        try (Channel output = Flow.channel(root, "unbegun")) {
            assertRefused(output, item("0", 4), "states its streams before their items");
        }
    }

    @Test
    void aSourceWhoseItemsWouldBeTakenForCallsOfClientsIsRefused() {
        try (Channel output = Flow.channel(root, "numbers")) {
            ServiceException error = assertThrows(
                    ServiceException.class,
                    () -> Flow.run(Service.source("client")
                            .writes(output)
                            .create(outputs -> new Steps(outputs.as(Numbers.class), List.of(start(ordered("0", 0)))))));
            assertTrue(error.getMessage().contains("needs another name service=client"), error::toString);
        }
    }

    private void assertRefused(Channel output, Step step, String text) {
        ServiceException error = assertThrows(ServiceException.class, () -> run(output, step));
        assertTrue(error.getMessage().contains(text), error::toString);
    }
}
