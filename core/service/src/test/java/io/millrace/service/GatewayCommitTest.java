package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.channel.Channel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways that are given requests while those before them are committed: what happens in which order. */
class GatewayCommitTest {
    private final List<String> events = new ArrayList<>();
    private boolean beside = true;
    private long poison = -1;
    private int awayAtAwait = -1;
    private int full = Integer.MAX_VALUE;

    @TempDir
    Path root;

    private Channel requests;
    private Channel answers;

    @BeforeEach
    void open() {
        requests = Channel.journal("requests", root.resolve("requests"), Flow.synced());
        answers = Flow.channel(root, "answers");
    }

    @AfterEach
    void close() {
        requests.close();
        answers.close();
    }

    /** Notes what it is asked, and answers each request by its value. */
    private final class Noting implements Gateway, Numbers {
        private final Sums out;
        private int made;
        private int awaited;

        private Noting(Sums out) {
            this.out = out;
        }

        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            events.add(Long.toString(value));
            if (value == poison) {
                poison = -1;
                throw new IllegalStateException("cannot take it");
            }
            made++;
            out.sum("answer", value);
        }

        @Override
        public boolean isFull() {
            return made >= full;
        }

        @Override
        public void startCommit() {
            made = 0;
            events.add("start");
        }

        @Override
        public void awaitCommit() {
            events.add("done, published=" + published().size());
            if (awaited++ == awayAtAwait) {
                throw new GatewayUnavailableException("closed");
            }
        }

        @Override
        public boolean commitsBeside() {
            return beside;
        }

        @Override
        public void commit() {
            throw new AssertionError("the runtime asks in two steps");
        }

        @Override
        public void rollback() {
            made = 0;
            events.add("rollback");
        }

        @Override
        public void close() {}
    }

    private void run(long... numbers) {
        long[] now = new long[1];
        Flow.numbers(requests, numbers);
        Flow.run(Service.gateway("noting")
                .reads(requests)
                .writes(answers)
                .batch(2)
                .onError(ErrorPolicy.RECORD)
                .clock(() -> now[0] += 10_000_000_000L) // no pause is waited for
                .errorHandler((severity, origin, error) -> {})
                .create(outputs -> new Noting(outputs.as(Sums.class))));
    }

    private List<String> published() {
        return Flow.calls(answers).stream()
                .map(call -> call.replaceAll("(?s)^sum: \\[answer, (-?[0-9]+)].*", "$1")
                        .replaceAll("(?s)^error:.*", "error"))
                .toList();
    }

    @Test
    void oneFullBatchWaitsForACommitAndOneThatIsNotTakesWhatHasComeMeanwhile() {
        run(1, 2, 3, 4, 5);
        assertEquals(
                List.of(
                        "1",
                        "2",
                        "start",
                        "3",
                        "4",
                        "start",
                        "5",
                        "done, published=0",
                        "done, published=2",
                        "start",
                        "done, published=4"),
                events);
        assertEquals(List.of("1", "2", "3", "4", "5"), published());
    }

    @Test
    void aThirdFullBatchWaitsForTheFirst() {
        run(1, 2, 3, 4, 5, 6);
        assertEquals(
                List.of(
                        "1",
                        "2",
                        "start",
                        "3",
                        "4",
                        "start",
                        "5",
                        "6",
                        "done, published=0",
                        "start",
                        "done, published=2",
                        "done, published=4"),
                events);
    }

    @Test
    void nothingIsMadeBesideACommitWhereTheGatewayDoesNotAllowIt() {
        beside = false;
        run(1, 2, 3);
        assertEquals(List.of("1", "2", "start", "done, published=0", "3", "start", "done, published=2"), events);
    }

    @Test
    void aGatewayThatIsFullCommits() {
        full = 1;
        beside = false;
        run(1, 2);
        assertEquals(List.of("1", "start", "done, published=0", "2", "start", "done, published=1"), events);
    }

    @Test
    void allSinceThePublishedOutcomesIsMadeAgainWhereACommitFails() {
        awayAtAwait = 1;
        run(1, 2, 3, 4, 5);
        assertEquals(
                List.of(
                        "1",
                        "2",
                        "start",
                        "3",
                        "4",
                        "start",
                        "5",
                        "done, published=0",
                        "done, published=2",
                        "rollback",
                        "3",
                        "4",
                        "start",
                        "5",
                        "done, published=2",
                        "start",
                        "done, published=4"),
                events);
        assertEquals(List.of("1", "2", "3", "4", "5"), published());
    }

    @Test
    void whatIsBeforeARequestThatThrowsIsPublishedBeforeItsRecord() {
        poison = 4;
        run(1, 2, 3, 4, 5);
        assertEquals(List.of("1", "2", "3", "error", "5"), published());
        assertEquals(
                List.of("1", "2", "start", "3", "4", "done, published=0", "rollback", "3", "start"),
                events.subList(0, 9));
    }
}
