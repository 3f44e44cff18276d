package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Errors of the JVM out of the tasks of an event loop: the loop ends as after an exception, and closes every task. */
class BrokenTaskTest {

    private static final long LIVENESS_NS = TimeUnit.SECONDS.toNanos(60);

    private final List<String> told = new CopyOnWriteArrayList<>();

    private enum Call {
        NAME,
        POLL,
        CLOSE
    }

    /** Some of its calls throw. */
    private static final class Broken implements Task {

        private final Set<Call> broken;
        private volatile boolean closed;

        Broken(Set<Call> broken) {
            this.broken = broken;
        }

        private void called(Call call) {
            if (broken.contains(call)) {
                throw new NoClassDefFoundError("thrown by " + call);
            }
        }

        @Override
        public String name() {
            called(Call.NAME);
            return "broken";
        }

        @Override
        public int poll() {
            called(Call.POLL);
            return 0;
        }

        @Override
        public boolean done() {
            return false;
        }

        @Override
        public void close() {
            closed = true;
            called(Call.CLOSE);
        }
    }

    private EventLoop start(Task... tasks) {
        EventLoopOptions options = EventLoopOptions.defaults()
                .withErrorHandler((severity, origin, error) -> told.add(severity + " " + origin));
        return EventLoop.start("test", options, List.of(tasks));
    }

    @Test
    void anErrorOfATaskIsTheFailureOfTheLoopAndHasItsName() {
        Broken broken = new Broken(EnumSet.of(Call.POLL));
        Broken other = new Broken(Set.of());
        EventLoop loop = start(broken, other);
        ServiceException failed = assertThrows(ServiceException.class, () -> loop.await(LIVENESS_NS));
        assertTrue(failed.getMessage().contains("loop=test task=broken"), failed.getMessage());
        assertInstanceOf(NoClassDefFoundError.class, failed.getCause());
        assertEquals(List.of("FATAL component=broken"), told);
        assertTrue(broken.closed && other.closed);
    }

    @Test
    void anErrorWhereATaskIsClosedLeavesNoOtherOpenAndNobodyWaiting() {
        Broken broken = new Broken(EnumSet.of(Call.CLOSE));
        Broken other = new Broken(Set.of());
        EventLoop loop = start(broken, other);
        loop.stop();
        ServiceException failed = assertThrows(ServiceException.class, () -> loop.await(LIVENESS_NS));
        assertTrue(failed.getMessage().contains("thrown by CLOSE"), failed.getMessage());
        assertEquals(List.of("FATAL component=broken"), told);
        assertTrue(other.closed);
    }

    @Test
    void whatFailsAfterTheFailureIsToldAsAnErrorAndKeptWithIt() {
        Broken broken = new Broken(EnumSet.of(Call.POLL, Call.CLOSE));
        EventLoop loop = start(broken);
        ServiceException failed = assertThrows(ServiceException.class, () -> loop.await(LIVENESS_NS));
        assertEquals(List.of("FATAL component=broken", "ERROR component=broken"), told);
        assertEquals("thrown by POLL", failed.getCause().getMessage());
        assertEquals("thrown by CLOSE", failed.getCause().getSuppressed()[0].getMessage());
    }

    @Test
    void aTaskWhoseNameCannotBeReadHasThatOfItsClass() {
        Broken broken = new Broken(EnumSet.of(Call.NAME, Call.POLL));
        Broken other = new Broken(Set.of());
        EventLoop loop = start(broken, other);
        ServiceException failed = assertThrows(ServiceException.class, () -> loop.await(LIVENESS_NS));
        assertTrue(failed.getMessage().contains("task=" + Broken.class.getName()), failed.getMessage());
        assertEquals(List.of("FATAL component=" + Broken.class.getName()), told);
        assertTrue(broken.closed && other.closed);
    }
}
