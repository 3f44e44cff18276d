package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochNs;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimerTest {

    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final AtomicLong nowNs = new AtomicLong(EpochNs.of(NOON));
    private final List<String> fired = new ArrayList<>();

    @TempDir
    Path root;

    private static Instant at(int seconds) {
        return NOON.plusSeconds(seconds);
    }

    private Channel channel(String name) {
        ChannelOptions options = Flow.small().withClock(nowNs::get);
        return Channel.journal(name, root.resolve(name), options);
    }

    private void request(Consumer<Timers> calls) {
        try (Channel requests = channel("requests");
                ChannelWriter writer = requests.writer()) {
            calls.accept(writer.as(Timers.class));
        }
    }

    private ComponentBuilder service(Channel requests, Channel events) {
        return Service.component("timer").reads(requests).writes(events).clock(nowNs::get);
    }

    /** Runs until nothing more happens at a time; returns whether the service has ended. */
    private boolean runAt(int seconds, ComponentFactory<?> factory) {
        return runAt(seconds, factory, Optional.empty());
    }

    private boolean runAt(int seconds, ComponentFactory<?> factory, Optional<Integer> snapshots) {
        nowNs.set(EpochNs.of(at(seconds)));
        try (Channel requests = channel("requests");
                Channel events = channel("events");
                Channel states = channel("states")) {
            requests.markEnded();
            ComponentBuilder builder = service(requests, events);
            snapshots.ifPresent(every -> builder.snapshots(states, every));
            try (ServiceTask task = builder.create(factory)) {
                for (int idle = 0; idle < 3; ) {
                    idle = task.poll() == 0 ? idle + 1 : 0;
                }
                assertEquals(List.of("requests"), List.copyOf(task.positions().keySet()));
                return task.done();
            }
        }
    }

    private boolean runAt(int seconds) {
        return runAt(seconds, TimerTest::timer);
    }

    private static Timer timer(Outputs outputs) {
        return new Timer(outputs.as(TimerEvents.class), Optional.of(3));
    }

    private List<String> events() {
        try (Channel events = channel("events")) {
            return Flow.calls(events).stream()
                    .map(call -> call.replaceAll("T12:00", "").replaceAll("2026-01-02", ""))
                    .toList();
        }
    }

    @Test
    void timersFireInTheOrderOfTheirTimesAndNeverBefore() {
        request(timers -> {
            timers.schedule(at(20), "late");
            timers.schedule(at(10), "first");
            timers.schedule(at(10), "second");
        });
        assertFalse(runAt(9));
        assertEquals(List.of(), events());
        assertFalse(runAt(10));
        assertEquals(2, events().size());
        assertTrue(runAt(500), "the service ends once nothing is pending");
        List<String> events = events();
        assertEquals(3, events.size());
        assertTrue(events.get(0).contains("first") && events.get(0).contains("time@0"), events::toString);
        assertTrue(events.get(1).contains("second") && events.get(1).contains("time@1"), events::toString);
        assertTrue(events.get(2).contains("late") && events.get(2).contains(":20Z"), events::toString);
    }

    @Test
    void aTimerIsMovedAndCancelled() {
        Timer timer = new Timer((token, at) -> fired.add(token + " " + at), Optional.empty());
        timer.schedule(at(1), "a");
        timer.schedule(at(2), "b");
        timer.schedule(at(3), "a");
        timer.cancel("unknown");
        assertEquals(EpochNs.of(at(2)), timer.dueNs());
        timer.due();
        assertEquals(EpochNs.of(at(3)), timer.dueNs());
        timer.cancel("a");
        assertEquals(Timed.NEVER, timer.dueNs());
        assertEquals(List.of("b " + at(2)), fired);
        timer.schedule(Instant.MAX, "for ever");
        assertTrue(timer.dueNs() < Timed.NEVER, "it is pending, so a run does not end");
    }

    @Test
    void tooManyTimersAndWrongTokensAreErrorsThatNameThem() {
        Timer timer = new Timer((token, at) -> fired.add(token), Optional.of(2));
        timer.schedule(at(1), "a");
        timer.schedule(at(1), "b");
        timer.schedule(at(2), "b");
        String full = assertThrows(IllegalStateException.class, () -> timer.schedule(at(1), "c"))
                .getMessage();
        assertEquals("too many timers are pending limit=2 token=c at=2026-01-02T12:00:01Z", full);
        timer.due();
        timer.schedule(at(3), "c");
        assertThrows(IllegalArgumentException.class, () -> timer.schedule(at(1), ""));
        assertThrows(IllegalArgumentException.class, () -> timer.schedule(null, "d"));
        assertThrows(
                IllegalArgumentException.class, () -> timer.schedule(at(1), "x".repeat(Timer.MAX_TOKEN_LENGTH + 1)));
        assertThrows(ServiceException.class, () -> new Timer((token, at) -> fired.add(token), Optional.of(0)));
    }

    @Test
    void aMessageWrittenBeforeATimeIsTakenBeforeIt() {
        request(timers -> {
            timers.schedule(at(5), "cancelled");
            timers.schedule(at(6), "fired");
            nowNs.set(EpochNs.of(at(4)));
            timers.cancel("cancelled");
            nowNs.set(EpochNs.of(at(7)));
            timers.cancel("fired");
        });
        assertTrue(runAt(60));
        assertEquals(1, events().size());
        assertTrue(events().getFirst().contains("fired"), events()::toString);
    }

    @Test
    void whatIsPendingSurvivesWithASnapshotToo() {
        request(timers -> {
            timers.schedule(at(10), "a");
            timers.schedule(at(20), "b");
            timers.schedule(at(30), "c");
        });
        assertFalse(runAt(11, TimerTest::timer, Optional.of(1)));
        assertFalse(runAt(21, TimerTest::timer, Optional.of(1)));
        assertTrue(runAt(31, TimerTest::timer, Optional.of(1)));
        assertEquals(3, events().size());
        assertTrue(events().get(2).contains("time@2"), events()::toString);
    }

    @Test
    void aVersionThatFiresInAnotherOrderIsRefused() {
        request(timers -> {
            timers.schedule(at(10), "a");
            timers.schedule(at(20), "b");
        });
        assertFalse(runAt(11));
        String message = assertThrows(
                        DeterminismException.class,
                        () -> runAt(12, outputs -> {
                            TimerEvents events = outputs.as(TimerEvents.class);
                            return new Timer((token, at) -> events.fired(token + "!", at), Optional.empty());
                        }))
                .getMessage();
        assertTrue(message.contains("time@0"), message);
        assertThrows(
                ServiceException.class,
                () -> runAt(12, outputs -> {
                    TimerEvents events = outputs.as(TimerEvents.class);
                    return new Deaf(events);
                }));
    }

    /** Takes timers and has nothing due. */
    private static final class Deaf implements Timers, Timed {

        private final TimerEvents out;

        private Deaf(TimerEvents out) {
            this.out = out;
        }

        @Override
        public void schedule(Instant at, String token) {}

        @Override
        public void cancel(String token) {}

        @Override
        public long dueNs() {
            return NEVER;
        }

        @Override
        public void due() {
            out.fired("never", NOON);
        }
    }

    @Test
    void anotherVersionIsReplayedOnWhatWasRecorded() {
        request(timers -> {
            timers.schedule(at(10), "a");
            timers.schedule(at(20), "b");
        });
        assertTrue(runAt(30));
        try (Channel requests = channel("requests");
                Channel events = channel("events")) {
            ReplayBuilder replay = Service.replay("timer").reads(requests).comparesWith(events);
            ReplayReport same = replay.run(TimerTest::timer);
            assertTrue(same.isEqual(), same::toString);
            assertEquals(4, same.inputs());
            ReplayReport other = replay.run(outputs -> new Deaf(outputs.as(TimerEvents.class)));
            assertFalse(other.isEqual());
        }
    }

    @Test
    void aTimedComponentNeedsAnOutputThatIsKeptAndNoInputOfTheNameOfTheTime() {
        try (Channel requests = channel("requests");
                Channel time = channel("time");
                Channel queue = Channel.queue("queue", 1 << 12, ChannelOptions.defaults());
                Channel direct = Channel.direct("direct");
                Channel events = channel("events")) {
            assertRefused(service(requests, queue), "needs an output that is kept");
            assertRefused(service(time, events), "cannot read a channel of the name time");
            assertRefused(service(direct, events), "called directly cannot be timed");
        }
    }

    private static void assertRefused(ComponentBuilder builder, String reason) {
        String message = assertThrows(ServiceException.class, () -> builder.create(TimerTest::timer))
                .getMessage();
        assertTrue(message.contains(reason), message);
    }
}
