package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests on which a gateway throws under {@link ErrorPolicy#RECORD}: which request the record answers, and when. */
class GatewayPoisonTest {

    private final List<String> told = new ArrayList<>();

    @TempDir
    Path root;

    /** Answers each request by its value, after it has done what the test wants. */
    private record Scripted(Sums out, LongConsumer action) implements Gateway, Numbers {

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            action.accept(value);
            out.sum("answer", value);
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    private GatewayBuilder gateway(Channel output, Channel... inputs) {
        long[] now = new long[1];
        return Service.gateway("scripted")
                .reads(inputs)
                .writes(output)
                .onError(ErrorPolicy.RECORD)
                .clock(() -> now[0] += 10_000_000_000L) // no pause is waited for
                .errorHandler((severity, origin, error) -> told.add(severity + " " + error.getMessage()));
    }

    private Channel requests(String name) {
        return Channel.journal(name, root.resolve(name), Flow.synced());
    }

    private static List<String> answers(Channel output) {
        return Flow.calls(output).stream()
                .map(call -> call.replaceAll("(?s)^sum: \\[answer, (-?[0-9]+)].*", "$1")
                        .replaceAll("(?s)^error:.*", "error"))
                .toList();
    }

    /** The calls are the first ones of their channels, so that they have one index. */
    @Test
    void aRequestOfAnotherInputAtTheSameIndexIsCarriedOut() {
        try (Channel requests = requests("requests");
                Channel urgent = requests("urgent");
                Channel output = Flow.channel(root, "answers");
                ChannelWriter toUrgent = urgent.writer()) {
            Flow.numbers(requests, -1, 2);
            LongConsumer action = value -> {
                if (value < 0) {
                    toUrgent.as(Numbers.class).number(7); // overtakes the record of this request
                    toUrgent.journalWriter().orElseThrow().sync();
                    urgent.markEnded();
                    throw new IllegalStateException("cannot take it");
                }
            };
            Flow.run(gateway(output, requests, urgent)
                    .priority(Set.of("urgent"))
                    .create(outputs -> new Scripted(outputs.as(Sums.class), action)));
            List<String> answers = new ArrayList<>(answers(output));
            assertTrue(answers.remove("7"), answers::toString);
            assertEquals(List.of("error", "2"), answers);
        }
    }

    /** What a gateway threw may have had the same cause as its being away. */
    @Test
    void aRequestIsMadeAgainWhereTheOtherSideWasAwayBeforeItsRecord() {
        List<Long> made = new ArrayList<>();
        LongConsumer action = value -> {
            made.add(value);
            if (made.size() == 2) {
                throw new IllegalStateException("connection half closed");
            }
            if (made.size() == 3) {
                throw new GatewayUnavailableException("connection closed");
            }
        };
        try (Channel requests = requests("requests");
                Channel output = Flow.channel(root, "answers")) {
            Flow.numbers(requests, 1, 2, 3);
            Flow.run(gateway(output, requests).create(outputs -> new Scripted(outputs.as(Sums.class), action)));
            assertEquals(List.of("1", "2", "3"), answers(output));
            assertEquals(List.of(1L, 2L, 1L, 1L, 2L, 3L), made);
        }
    }

    @Test
    void recordsAreCountedAndTold() {
        LongConsumer action = value -> {
            if (value < 0) {
                throw new IllegalStateException("cannot take " + value);
            }
        };
        try (Channel requests = requests("requests");
                Channel output = Flow.channel(root, "answers")) {
            Flow.numbers(requests, 1, -2, 3, -4);
            ServiceTask task =
                    gateway(output, requests).create(outputs -> new Scripted(outputs.as(Sums.class), action));
            Flow.run(task);
            assertEquals(2, task.health().recordedErrors());
            assertEquals(
                    Optional.of("java.lang.IllegalStateException: cannot take -4"),
                    task.health().lastError());
            assertEquals(2, told.size(), told::toString);
            assertTrue(
                    told.getFirst().startsWith("WARNING ") && told.getFirst().contains("cannot take -2"),
                    told::toString);
        }
    }
}
