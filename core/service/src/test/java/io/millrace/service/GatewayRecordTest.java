package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways with {@link ErrorPolicy#RECORD}, killed at each of their steps. */
class GatewayRecordTest {

    private static final long POISON = -1;

    @TempDir
    Path root;

    /** What survives a kill: effects with their outcomes, by journal and index. */
    private static final class OtherSide {

        private final Map<String, Long> outcomes = new HashMap<>();
        private final List<Long> effects = new ArrayList<>();
    }

    /** Stands for a kill: nothing of the service runs after it. */
    private static final class KilledError extends VirtualMachineError {

        private static final long serialVersionUID = 1L;
    }

    /** Adds numbers up on the other side; negative ones it cannot take, and it dies at a numbered call. */
    private static final class Adding implements Gateway, Numbers {

        private final Sums out;
        private final OtherSide side;
        private final Supplier<Throwable> onPoison;
        private final Map<String, Long> open = new HashMap<>();
        private final List<Long> openEffects = new ArrayList<>();
        private final Set<String> opened = new HashSet<>();
        private GatewayContext context;
        private long callsLeft;
        private int poisoned;

        private Adding(Sums out, OtherSide side, long callsLeft, Supplier<Throwable> onPoison) {
            this.out = out;
            this.side = side;
            this.callsLeft = callsLeft;
            this.onPoison = onPoison;
        }

        private void step() {
            if (callsLeft-- == 0) {
                throw new KilledError();
            }
        }

        @Override
        public void open(GatewayContext with) {
            step();
            context = with;
            for (GatewayInput input : with.inputs()) {
                String answered = input.journalId() + ":" + input.resumeAfter();
                assertTrue(
                        input.resumeAfter() == -1 || side.outcomes.containsKey(answered),
                        "it is told that it answered what it never did: " + answered);
            }
        }

        @Override
        public void number(long value) {
            step();
            String key = context.journalId() + ":" + context.index();
            Long outcome = side.outcomes.get(key);
            if (outcome == null) {
                openEffects.add(value); // a request that fails may have had half of its effect
                if (value <= POISON) {
                    poisoned++;
                    throwAny(onPoison.get());
                }
                outcome = value * 10;
                open.put(key, outcome);
            }
            opened.add(key);
            out.sum("outcome", outcome);
        }

        @SuppressWarnings("unchecked") // tests throw what they like
        private static <T extends Throwable> void throwAny(Throwable error) throws T {
            throw (T) error;
        }

        @Override
        public void commit() {
            step();
            side.outcomes.putAll(open);
            side.effects.addAll(openEffects);
            open.clear();
            openEffects.clear();
            step();
        }

        @Override
        public void rollback() {
            open.clear();
            openEffects.clear();
        }

        @Override
        public void close() {}
    }

    private ServiceTask task(Channel output, OtherSide side, long callsLeft, ErrorPolicy policy, Channel... inputs) {
        return task(output, side, callsLeft, policy, () -> new IllegalStateException("cannot take it"), inputs);
    }

    private ServiceTask task(
            Channel output,
            OtherSide side,
            long callsLeft,
            ErrorPolicy policy,
            Supplier<Throwable> onPoison,
            Channel... inputs) {
        return Service.gateway("adding")
                .reads(inputs)
                .writes(output)
                .batch(4)
                .onError(policy)
                .errorHandler((severity, origin, error) -> assertEquals(Severity.WARNING, severity))
                .create(outputs -> new Adding(outputs.as(Sums.class), side, callsLeft, onPoison));
    }

    private Channel requests(String name, long... values) {
        Channel input = Channel.journal(name, root.resolve(name), Flow.synced());
        try (ChannelWriter writer = input.writer()) {
            Numbers numbers = writer.as(Numbers.class);
            for (long value : values) {
                numbers.number(value);
            }
        }
        input.markEnded();
        return input;
    }

    /** The answers in short: the number that was asked for, or {@code error}. */
    private static List<String> answers(Channel output) {
        return Flow.calls(output).stream()
                .map(call -> call.startsWith("error:")
                        ? "error"
                        : call.substring("sum: [outcome, ".length(), call.indexOf(']') - 1))
                .toList();
    }

    private static final long[] VALUES = {-1, 2, 3, -4, 5, -6, -7, 8, 9, 10, 11, -12};
    private static final List<String> ANSWERS =
            List.of("error", "2", "3", "error", "5", "error", "error", "8", "9", "10", "11", "error");

    @Test
    void anErrorIsTheAnswerAndAllOthersAreCarriedOutOnce() {
        OtherSide side = new OtherSide();
        try (Channel input = requests("requests", VALUES);
                Channel output = Flow.channel(root, "answers")) {
            ServiceTask task = task(output, side, Long.MAX_VALUE, ErrorPolicy.RECORD, input);
            Flow.run(task);
            assertEquals(ANSWERS, answers(output));
            assertEquals(List.of(2L, 3L, 5L, 8L, 9L, 10L, 11L), side.effects);
            assertEquals(12, task.inputs());
            assertEquals(5, ((Adding) task.component()).poisoned, "a poison is asked for once");
            assertTrue(
                    Flow.calls(output).get(3).contains("IllegalStateException: cannot take it"),
                    Flow.calls(output).get(3));
            ServiceTask again = task(output, side, Long.MAX_VALUE, ErrorPolicy.RECORD, input);
            Flow.run(again);
            assertEquals(0, again.inputs(), "what a record answers is answered");
            assertEquals(ANSWERS, answers(output));
        }
    }

    @Test
    void aKillAtAnyStepChangesNothing() {
        for (long callsLeft = 0; callsLeft < 40; callsLeft++) {
            OtherSide side = new OtherSide();
            try (Channel input = requests("requests" + callsLeft, VALUES);
                    Channel output = Flow.channel(root, "answers" + callsLeft)) {
                int kills = 0;
                boolean done = false;
                while (!done) {
                    ServiceTask task = task(output, side, callsLeft + kills, ErrorPolicy.RECORD, input);
                    try {
                        Flow.run(task);
                        done = true;
                    } catch (KilledError e) {
                        kills++;
                    } catch (InputFailedException e) {
                        assertInstanceOf(KilledError.class, e.getCause());
                        kills++;
                    }
                }
                assertEquals(ANSWERS, answers(output), "callsLeft=" + callsLeft);
                assertEquals(List.of(2L, 3L, 5L, 8L, 9L, 10L, 11L), side.effects, "callsLeft=" + callsLeft);
            }
        }
    }

    @Test
    void severalInputsKeepTheirOwnPositions() {
        OtherSide side = new OtherSide();
        try (Channel one = requests("one", 1, -2, 3);
                Channel other = requests("other", -1, 4, -5);
                Channel output = Flow.channel(root, "answers")) {
            Flow.run(task(output, side, Long.MAX_VALUE, ErrorPolicy.RECORD, one, other));
            assertEquals(List.of("1", "error", "3", "error", "4", "error"), answers(output));
            ServiceTask again = task(output, side, Long.MAX_VALUE, ErrorPolicy.RECORD, one, other);
            Flow.run(again);
            assertEquals(0, again.inputs());
        }
    }

    @Test
    void stopNamesTheRequestAndLeavesWhatIsBeforeItAskedForAgain() {
        OtherSide side = new OtherSide();
        try (Channel input = requests("requests", 1, 2, -3);
                Channel output = Flow.channel(root, "answers")) {
            for (int run = 0; run < 2; run++) {
                InputFailedException failed = assertThrows(
                        InputFailedException.class,
                        () -> Flow.run(task(output, side, Long.MAX_VALUE, ErrorPolicy.STOP, input)));
                assertEquals("adding", failed.component());
                assertTrue(failed.input().startsWith("requests@0:"), failed.input());
                assertEquals("number", failed.method());
                assertEquals(List.of(), side.effects);
            }
        }
    }

    @Test
    void whatSaysNothingAboutTheRequestStopsUnderEitherPolicy() {
        List<Supplier<Throwable>> all = List.of(
                () -> new NoClassDefFoundError("driver"),
                StackOverflowError::new,
                () -> new ServiceException("an outcome is missing there"));
        try (Channel input = requests("requests", -1);
                Channel output = Flow.channel(root, "answers")) {
            for (Supplier<Throwable> each : all) {
                InputFailedException failed = assertThrows(
                        InputFailedException.class,
                        () -> Flow.run(task(output, new OtherSide(), Long.MAX_VALUE, ErrorPolicy.RECORD, each, input)));
                assertEquals(each.get().getClass(), failed.getCause().getClass());
            }
            assertEquals(List.of(), answers(output));
            Flow.run(task(
                    output,
                    new OtherSide(),
                    Long.MAX_VALUE,
                    ErrorPolicy.RECORD,
                    () -> new AssertionError("no"),
                    input));
            assertEquals(List.of("error"), answers(output));
        }
    }
}
