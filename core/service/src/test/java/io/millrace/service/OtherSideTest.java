package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The three answers that the other side can give: the request is bad, the other side is away, another has taken over.
 */
class OtherSideTest {

    private final List<String> told = new ArrayList<>();

    /** The state of the newest service before it ended. */
    private ComponentState lastState;

    @TempDir
    Path root;

    /** Refuses some requests, either when they are made, or one after the other when the batch is committed. */
    private static final class Refusing implements Gateway, Numbers {

        private final Sums out;
        private final LongPredicate isBad;
        private final boolean atCommit;
        private final Set<Long> known = new HashSet<>();
        private final List<Long> made = new ArrayList<>();
        private GatewayContext context;

        private Refusing(Sums out, LongPredicate isBad, boolean atCommit) {
            this.out = out;
            this.isBad = isBad;
            this.atCommit = atCommit;
        }

        @Override
        public void open(GatewayContext itsContext) {
            context = itsContext;
        }

        @Override
        public void number(long value) {
            boolean refuses = isBad.test(value) && (!atCommit || known.contains(value));
            if (refuses) {
                context.refused("cannot take value=" + value);
            } else {
                made.add(value);
            }
            out.sum(refuses ? "refused" : "taken", value);
        }

        @Override
        public void commit() {
            for (long value : made) {
                if (isBad.test(value)) {
                    known.add(value);
                    throw new RequestsRefusedException("a request of the batch is refused value=" + value);
                }
            }
            made.clear();
        }

        @Override
        public void rollback() {
            made.clear();
        }

        @Override
        public void close() {}
    }

    private GatewayBuilder gateway(Channel output, Channel input) {
        return Service.gateway("refusing")
                .reads(input)
                .writes(output)
                .giveUpAfter(Duration.ZERO) // whatever counts as away ends the service
                .errorHandler((severity, origin, error) -> told.add(severity + " " + error.getMessage()));
    }

    private static long[] numbers(int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    private static List<String> expected(int count, LongPredicate isBad) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            expected.add("sum: [" + (isBad.test(i) ? "refused" : "taken") + ", " + i + "]");
        }
        return expected;
    }

    private static List<String> answers(Channel output) {
        return Flow.calls(output).stream()
                .map(call -> call.replaceAll("(?s)^(sum: \\[[a-z]+, [0-9]+]).*", "$1"))
                .toList();
    }

    private ServiceTask run(int count, LongPredicate isBad, boolean atCommit) {
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                Channel output = Flow.channel(root, "answers")) {
            Flow.numbers(input, numbers(count));
            ServiceTask task =
                    gateway(output, input).create(outputs -> new Refusing(outputs.as(Sums.class), isBad, atCommit));
            while (task.inputs() < count) {
                task.poll();
            }
            lastState = task.health().state();
            Flow.run(task);
            assertEquals(expected(count, isBad), answers(output));
            return task;
        }
    }

    @Test
    void aFewRefusalsAreCountedAndReported() {
        ServiceTask task = run(100, value -> value == 10 || value == 90, false);
        assertEquals(2, task.health().refused());
        assertEquals(ComponentState.LIVE, lastState);
        assertTrue(
                told.getFirst().startsWith("WARNING a request or record was refused service=refusing input=requests@")
                        && told.getFirst().endsWith("refused=1: cannot take value=10"),
                told::toString);
    }

    @Test
    void manyRefusalsDegradeTheServiceAndAreReportedNowAndThen() {
        ServiceTask task = run(2_000, value -> true, false);
        assertEquals(2_000, task.health().refused());
        assertEquals(ComponentState.DEGRADED, lastState);
        String last = task.health().lastError().orElse("");
        assertTrue(last.startsWith("a request or record was refused service=refusing input=requests@"), last);
        assertTrue(told.size() < 100, () -> "reports are bounded, but there are " + told.size());
    }

    @Test
    void aServiceRecoversOnceRequestsAreTakenAgain() {
        run(200, value -> value < 100, false);
        assertEquals(ComponentState.LIVE, lastState);
    }

    @Test
    void eachRefusedRequestOfABatchIsFoundAndNothingCountsAsAway() {
        LongPredicate isBad = value -> value % 7 == 3;
        ServiceTask task = run(200, isBad, true);
        assertEquals(29, task.health().refused());
    }

    @Test
    void aGatewayThatFindsNoRefusedRequestEndsTheService() {
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                Channel output = Flow.channel(root, "answers")) {
            Flow.numbers(input, 1);
            ServiceException error = assertThrows(
                    ServiceException.class,
                    () -> Flow.run(gateway(output, input).create(outputs -> new Endless(outputs.as(Sums.class)))));
            assertTrue(error.getMessage().contains("repeats a batch without end service=refusing"), error.getMessage());
        }
    }

    /** Says at each commit that requests are refused. */
    private record Endless(Sums out) implements Gateway, Numbers {
        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            out.sum("taken", value);
        }

        @Override
        public void commit() {
            throw new RequestsRefusedException("something is refused");
        }

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    /** Another process has taken over. */
    private record Fenced(Sums out) implements Gateway, Numbers {
        @Override
        public void open(GatewayContext context) {}

        @Override
        public void number(long value) {
            throw new FencedException("newer epoch=7");
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {}

        @Override
        public void close() {}
    }

    /** No operator is told to skip the request, and no record takes its place. */
    @Test
    void aFencedGatewayStopsAndBlamesNoRequest() {
        try (Channel input = Channel.journal("requests", root.resolve("requests"), Flow.synced());
                Channel output = Flow.channel(root, "answers")) {
            Flow.numbers(input, 1);
            FencedException error = assertThrows(
                    FencedException.class,
                    () -> Flow.run(gateway(output, input)
                            .onError(ErrorPolicy.RECORD)
                            .create(outputs -> new Fenced(outputs.as(Sums.class)))));
            assertTrue(error.getMessage().contains("service=refusing: newer epoch=7"), error.getMessage());
            assertEquals(List.of(), answers(output));
        }
    }

    /** Begins at 5, passes over 6, refuses 7, is away, and has 8. */
    private static final class Stream implements ExternalSource {

        private final Numbers out;
        private final List<String> opened;
        private int polls;

        private Stream(Numbers out, List<String> opened) {
            this.out = out;
            this.opened = opened;
        }

        @Override
        public void open(long resumeAfter) {
            throw new AssertionError("the other open is to be called");
        }

        @Override
        public void open(long resumeAfter, OptionalLong start) {
            opened.add(resumeAfter + " " + start);
        }

        @Override
        public Progress poll(SourceContext context) {
            switch (polls++) {
                case 0 -> context.start(5);
                case 1 -> context.passed(6);
                case 2 -> {
                    context.index(7);
                    context.refused("no number");
                    return Progress.EMITTED;
                }
                case 3 -> context.away("gone");
                default -> {
                    context.index(8);
                    out.number(8);
                    return Progress.EMITTED;
                }
            }
            return Progress.IDLE;
        }

        @Override
        public void close() {}
    }

    private static ServiceTask source(Channel output, List<String> opened, List<String> told) {
        return Service.source("stream")
                .writes(output)
                .errorHandler((severity, origin, error) -> told.add(severity + " " + error.getMessage()))
                .batch(1)
                .create(outputs -> new Stream(outputs.as(Numbers.class), opened));
    }

    @Test
    void whatASourceChoosesPassesAndRefusesIsKept() {
        List<String> opened = new ArrayList<>();
        for (int polls = 1; polls <= 6; polls++) { // the first opens, each of the others has one answer
            Path own = root.resolve("run" + polls);
            for (int run = 0; run < 2; run++) {
                try (Channel output = Flow.channel(own, "numbers");
                        ServiceTask task = source(output, opened, told)) {
                    for (int i = 0; i < (run == 0 ? polls : 1); i++) {
                        task.poll();
                    }
                }
            }
        }
        String none = "-1 OptionalLong.empty";
        String started = " OptionalLong[5]";
        assertEquals(
                List.of(
                        none,
                        none,
                        none,
                        "-1" + started,
                        none,
                        "6" + started,
                        none,
                        "7" + started,
                        none,
                        "7" + started,
                        none,
                        "8" + started),
                opened);
    }

    @Test
    void aSourceShowsThatTheOtherSideIsAwayAndBack() {
        try (Channel output = Flow.channel(root, "numbers");
                ServiceTask task = source(output, new ArrayList<>(), told)) {
            List<ComponentState> states = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                task.poll();
                states.add(task.health().state());
            }
            assertEquals(ComponentState.AWAY, states.get(4));
            assertEquals(ComponentState.LIVE, states.get(5));
            assertEquals(1, task.health().refused());
            assertEquals(
                    List.of(
                            "WARNING a request or record was refused service=stream input=stream@7"
                                    + " refused=1: no number",
                            "WARNING the other side is away; it is waited for service=stream: gone",
                            "NOTE the other side is back service=stream"),
                    told);
        }
    }
}
