package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.measure.MachineRecording;
import io.millrace.measure.Rate;
import io.millrace.measure.VirtualClock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a run makes of errors that foreign code throws. */
class ForeignErrorsTest {
    private static final long SECOND = 1_000_000_000;

    private final VirtualClock clock = new VirtualClock();

    private LoadResult run(Target target) {
        LoadOptions options = LoadOptions.builder(Mode.FIXED)
                .rate(Rate.perSecond(100))
                .lasting(0, SECOND)
                .recording(MachineRecording.OFF)
                .build();
        return new Load(options, Workload.of("op", Map.of()), target, clock).run(LoadObserver.NONE);
    }

    static List<Supplier<Error>> errorsOfOneOperation() {
        return List.of(
                () -> new StackOverflowError("deep"),
                () -> new NoClassDefFoundError("driver/Missing"),
                () -> new AssertionError("driver"),
                UnprintableError::new);
    }

    @ParameterizedTest
    @MethodSource("errorsOfOneOperation")
    void anErrorOfTheTargetFailsItsOperationAlone(Supplier<Error> error) {
        LoadResult result = run(FakeServer.doing(operation -> {
            if (operation.sequence() % 2 == 0) {
                throw error.get();
            }
            operation.complete();
        }));
        assertEquals(100, result.due());
        assertEquals(50, result.completed());
        assertEquals(50, result.failed());
        assertEquals(1, result.reasons().size());
        assertTrue(
                result.reasons()
                        .getFirst()
                        .text()
                        .contains(error.get().getClass().getName()),
                () -> result.reasons().toString());
    }

    @Test
    void anErrorOfTheJvmEndsTheRun() {
        LoadException ended = assertThrows(
                LoadException.class,
                () -> run(FakeServer.doing(_ -> {
                    throw new OutOfMemoryError("of the test");
                })));
        assertEquals("cannot use target reason=java.lang.OutOfMemoryError: of the test", ended.getMessage());
    }

    @Test
    void anErrorWhileASessionIsPreparedEndsTheRunAtOnce() {
        LoadException ended = assertThrows(
                LoadException.class,
                () -> run(_ -> {
                    throw new NoClassDefFoundError("driver/Missing");
                }));
        assertEquals("cannot use target reason=java.lang.NoClassDefFoundError: driver/Missing", ended.getMessage());
    }

    @Test
    void anErrorOfTheSetUpEndsTheRunAtOnce() {
        LoadException ended = assertThrows(
                LoadException.class,
                () -> run(new Target() {
                    @Override
                    public void setUp(List<String> statements) {
                        throw new ExceptionInInitializerError("driver");
                    }

                    @Override
                    public TargetSession prepare(List<OperationSpec> operations) {
                        return Operation::complete;
                    }
                }));
        assertEquals("cannot set up target reason=java.lang.ExceptionInInitializerError: driver", ended.getMessage());
        assertInstanceOf(ExceptionInInitializerError.class, ended.getCause());
    }

    private static final class UnprintableError extends Error {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("OverrideThrowableToString") // the fault that is tested
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }
}
