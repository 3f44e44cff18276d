package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.concurrent.ParkingIdleStrategy;
import io.millrace.fixtures.Await;
import io.millrace.leaks.ExpectedLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLoopTest {

    private static final long LIVENESS_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    Path root;

    /** Is done after a number of polls, or throws then. */
    private static class Counted implements Task {

        private final String name;
        private final int end;
        private final RuntimeException thrown;
        private volatile int polls;
        private final AtomicInteger closes = new AtomicInteger();

        private Counted(String name, int end, RuntimeException thrown) {
            this.name = name;
            this.end = end;
            this.thrown = thrown;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int poll() {
            int count = polls + 1;
            polls = count;
            if (count == end && thrown != null) {
                throw thrown;
            }
            return count % 2;
        }

        @Override
        public boolean done() {
            return polls >= end;
        }

        @Override
        public void close() {
            closes.incrementAndGet();
        }
    }

    @Test
    void aLoopThatIsParkedForLongEndsWhenItIsToldTo() throws InterruptedException {
        Counted idle = new Counted("idle", Integer.MAX_VALUE, null);
        EventLoopOptions options =
                EventLoopOptions.defaults().withIdle(() -> new ParkingIdleStrategy(TimeUnit.HOURS.toNanos(1)));
        EventLoop loop = EventLoop.start("parked", options, List.of(idle));
        Await.until(
                "the loop is parked",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().equals("millrace-parked")
                                && thread.getState() == Thread.State.TIMED_WAITING));
        loop.stop();
        assertTrue(loop.await(LIVENESS_NS), "it is still parked");
        assertEquals(1, idle.closes.get());
    }

    @Test
    void itEndsWhenAllTasksAreDoneAndClosesEachOnce() throws InterruptedException {
        Counted one = new Counted("one", 3, null);
        Counted other = new Counted("other", 300, null);
        EventLoop loop = EventLoop.start("test", EventLoopOptions.defaults(), List.of(one, other));
        loop.await();
        assertEquals(3, one.polls);
        assertEquals(300, other.polls);
        assertEquals(1, one.closes.get());
        assertEquals(1, other.closes.get());
        assertTrue(loop.ended());
    }

    @Test
    void itMeasuresHowBusyItIsWhenItIsAsked() throws InterruptedException {
        assertTrue(share(1) > 0.9);
        assertTrue(share(0) < 0.1);
    }

    /** Returns the busy share of a loop whose task has this work in each round of about a tenth of a millisecond. */
    private static double share(int work) throws InterruptedException {
        Task task = new Counted("sleeper", Integer.MAX_VALUE, null) {
            @Override
            public int poll() {
                LockSupport.parkNanos(100_000);
                return work;
            }
        };
        try (EventLoop loop = EventLoop.start("test", EventLoopOptions.defaults(), List.of(task))) {
            LoopLoad before = loop.load();
            assertEquals(new LoopLoad(0, 0), before);
            LoopLoad load = loop.load();
            long startNs = System.nanoTime();
            while (load.measuredNs() < 50_000_000) {
                assertTrue(System.nanoTime() - startNs < LIVENESS_NS, "nothing is measured");
                Thread.sleep(5);
                load = loop.load();
            }
            return load.busyNs() / (double) load.measuredNs();
        }
    }

    @Test
    void itMeasuresNothingUnlessItIsAsked() throws InterruptedException {
        Counted endless = new Counted("endless", Integer.MAX_VALUE, null);
        try (EventLoop loop = EventLoop.start("test", EventLoopOptions.defaults(), List.of(endless))) {
            Await.until(
                    "the task has been polled 100 times", () -> endless.polls >= 100, () -> "polls=" + endless.polls);
            assertEquals(new LoopLoad(0, 0), loop.load());
        }
    }

    @Test
    void itEndsWhenItIsToldTo() {
        Counted endless = new Counted("endless", Integer.MAX_VALUE, null);
        try (EventLoop loop = EventLoop.start("test", EventLoopOptions.defaults(), List.of(endless))) {
            assertFalse(loop.ended());
        }
        assertEquals(1, endless.closes.get());
    }

    @Test
    void aTaskThatThrowsEndsTheLoopAndIsNamed() throws InterruptedException {
        IllegalStateException thrown = new IllegalStateException("on purpose");
        Counted bad = new Counted("bad", 5, thrown);
        Counted endless = new Counted("endless", Integer.MAX_VALUE, null);
        AtomicReference<Throwable> handled = new AtomicReference<>();
        EventLoopOptions options = EventLoopOptions.defaults().withErrorHandler((severity, origin, error) -> {
            assertEquals(Severity.FATAL, severity);
            assertEquals("component=bad", origin.toString());
            handled.set(error);
        });
        EventLoop loop = EventLoop.start("test", options, List.of(endless, bad));
        ServiceException error = assertThrows(ServiceException.class, () -> loop.await(LIVENESS_NS));
        assertTrue(error.getMessage().contains("loop=test task=bad"), error.getMessage());
        assertSame(thrown, error.getCause());
        assertSame(thrown, handled.get());
        assertSame(thrown, loop.failure().orElseThrow());
        loop.close();
        assertEquals(1, endless.closes.get());
    }

    @Test
    @ExpectedLog("an error handler threw")
    void anErrorHandlerThatThrowsLeavesNoTaskOpenAndNobodyWaiting() throws InterruptedException {
        Counted bad = new Counted("bad", 5, new IllegalStateException("on purpose"));
        Counted endless = new Counted("endless", Integer.MAX_VALUE, null);
        EventLoopOptions options = EventLoopOptions.defaults().withErrorHandler((severity, origin, error) -> {
            throw new AssertionError("the handler is broken too");
        });
        EventLoop loop = EventLoop.start("test", options, List.of(bad, endless));
        ServiceException error = assertThrows(ServiceException.class, () -> loop.await(LIVENESS_NS));
        assertTrue(error.getMessage().contains("on purpose"), error.getMessage());
        assertEquals(1, bad.closes.get());
        assertEquals(1, endless.closes.get());
    }

    @Test
    void aThreadThatFailsOutsideItsTasksIsReported() throws InterruptedException {
        AtomicReference<String> told = new AtomicReference<>();
        EventLoopOptions options = EventLoopOptions.defaults()
                .withIdle(() -> {
                    throw new NoClassDefFoundError("no idle strategy");
                })
                .withErrorHandler((severity, origin, error) -> told.set(severity + " " + origin + " " + error));
        Counted endless = new Counted("endless", Integer.MAX_VALUE, null);
        EventLoop loop = EventLoop.start("test", options, List.of(endless));
        assertThrows(ServiceException.class, () -> loop.await(LIVENESS_NS));
        assertEquals("FATAL thread=test java.lang.NoClassDefFoundError: no idle strategy", told.get());
        assertEquals(1, endless.closes.get());
    }

    @Test
    void aPipelineOfServicesRunsInOneLoopOrInSeveral() throws InterruptedException {
        List<String> expected = null;
        for (int loops : new int[] {1, 2}) {
            Path directory = root.resolve("loops" + loops);
            try (Channel input = Flow.channel(directory, "numbers");
                    Channel middle = Flow.channel(directory, "sums");
                    Channel output = Flow.channel(directory, "lengths")) {
                ServiceTask first = Service.component("summer")
                        .reads(input)
                        .writes(middle)
                        .create(outputs -> new Summer(outputs.as(Sums.class)));
                ServiceTask second = Service.component("lengths")
                        .reads(middle)
                        .writes(output)
                        .create(outputs -> {
                            Numbers numbers = outputs.as(Numbers.class);
                            return (Sums) (of, total) -> numbers.number(of.length() + total);
                        });
                List<List<ServiceTask>> plan =
                        loops == 1 ? List.of(List.of(second, first)) : List.of(List.of(first), List.of(second));
                List<EventLoop> running = plan.stream()
                        .map(tasks -> EventLoop.start("test", EventLoopOptions.defaults(), tasks))
                        .toList();
                Flow.numbers(input, LongStream.range(0, 5_000).toArray());
                for (EventLoop loop : running) {
                    assertTrue(loop.await(LIVENESS_NS));
                }
                List<String> calls = Flow.calls(output).stream()
                        .map(call -> call.substring(0, call.indexOf(' ', 8)))
                        .toList();
                assertEquals(10_000, calls.size());
                expected = expected == null ? calls : expected;
                assertEquals(expected, calls);
            }
        }
    }

    /** Writes a number with each poll, by a writer that is not its own, until it is told to hand that over. */
    private static final class Lending implements Task {

        private final String name;
        private final ChannelWriter writer;
        private final Numbers numbers;
        private final CountDownLatch wrote = new CountDownLatch(3);
        private final CountDownLatch handedOver = new CountDownLatch(1);
        private volatile boolean handsOver;
        private long next;

        Lending(String name, ChannelWriter writer, long next) {
            this.name = name;
            this.writer = writer;
            this.numbers = writer.as(Numbers.class);
            this.next = next;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int poll() {
            if (handedOver.getCount() == 0) {
                return 0;
            }
            if (handsOver) {
                writer.handOver();
                handedOver.countDown();
                return 1;
            }
            if (wrote.getCount() == 0) {
                return 0;
            }
            numbers.number(next++);
            wrote.countDown();
            return 1;
        }

        @Override
        public boolean done() {
            return false;
        }

        @Override
        public void close() {
            // the writer continues in another loop
        }
    }

    @Test
    void aWriterGoesFromALoopThatHasEndedToTheNext() throws InterruptedException {
        List<Long> read = new ArrayList<>();
        try (Channel channel = Channel.journal("numbers", root.resolve("numbers"), ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            for (int loop = 0; loop < 20; loop++) {
                Lending task = new Lending("lending", writer, 3L * loop);
                try (EventLoop _ = EventLoop.start("loop " + loop, EventLoopOptions.defaults(), List.of(task))) {
                    task.wrote.await();
                }
            }
            readAll(channel, read);
        }
        assertEquals(LongStream.range(0, 60).boxed().toList(), read);
    }

    @Test
    void aWriterGoesFromALoopThatRunsToAnotherOnceItIsHandedOver() throws InterruptedException {
        List<Long> read = new ArrayList<>();
        try (Channel channel = Channel.journal("numbers", root.resolve("numbers"), ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            Lending first = new Lending("first", writer, 0);
            try (EventLoop _ = EventLoop.start("one", EventLoopOptions.defaults(), List.of(first))) {
                first.wrote.await();
                assertThrows(WrongThreadException.class, () -> writer.as(Numbers.class));
                AtomicReference<Throwable> error = new AtomicReference<>();
                EventLoopOptions options = EventLoopOptions.defaults().withErrorHandler((_, _, e) -> error.set(e));
                try (EventLoop intruder = EventLoop.start("intruder", options, List.of(new Writing(writer)))) {
                    assertThrows(ServiceException.class, intruder::await);
                }
                assertTrue(error.get() instanceof WrongThreadException, () -> "thrown=" + error.get());
                first.handsOver = true;
                first.handedOver.await();
                Lending second = new Lending("second", writer, 3);
                try (EventLoop _ = EventLoop.start("other", EventLoopOptions.defaults(), List.of(second))) {
                    second.wrote.await();
                }
            }
            readAll(channel, read);
        }
        assertEquals(LongStream.range(0, 6).boxed().toList(), read);
    }

    /** Writes by a writer that another thread owns. */
    private record Writing(ChannelWriter writer) implements Task {

        @Override
        public String name() {
            return "writing";
        }

        @Override
        public int poll() {
            writer.journalWriter().orElseThrow().checkpoint();
            return 1;
        }

        @Override
        public boolean done() {
            return false;
        }

        @Override
        public void close() {
            // the writer is another's
        }
    }

    private static void readAll(Channel channel, List<Long> into) {
        try (ChannelReader reader = channel.reader((Numbers) into::add, ReaderOptions.defaults(), Numbers.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // each poll makes one call on the handler
            }
        }
    }
}
