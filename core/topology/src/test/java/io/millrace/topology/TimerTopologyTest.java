package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.EpochNs;
import io.millrace.fixtures.Await;
import io.millrace.service.Timer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topology of the guide to timers, whose component and timer read what each other write. */
class TimerTopologyTest {

    private static final Path FILE = Path.of("src/test/data/sessions.yaml");

    private final AtomicLong nowNs = new AtomicLong(EpochNs.of(LoginFeed.NOON));

    @TempDir
    Path data;

    private static Topology topology() {
        return Topology.builder("sessions")
                .channel("logins", ChannelSpec.journal())
                .channel("sessions", ChannelSpec.journal())
                .channel("alarms", ChannelSpec.journal())
                .component("feed", ComponentSpec.of(LoginFeed.class).writes("logins"))
                .component(
                        "sessions",
                        ComponentSpec.of(Sessions.class)
                                .reads("logins", "alarms")
                                .writes("sessions")
                                .argument("longest", "30m"))
                .component(
                        "timer",
                        ComponentSpec.of(Timer.class)
                                .reads("sessions")
                                .writes("alarms")
                                .argument("limit", 10_000))
                .build();
    }

    @Test
    void theFileAndTheBuilderGiveTheSame() {
        Topology file = Topology.load(FILE);
        assertEquals(file.components(), topology().components());
        assertEquals(file.channels(), topology().channels());
        assertTrue(TopologyCycles.endless(file).isEmpty());
    }

    @Test
    void aRunEndsOnceItsSourcesHaveEndedAndNoTimerIsPending() throws InterruptedException {
        RunOptions options = RunOptions.in(data).withClock(nowNs::get);
        try (RunningTopology running = TopologyRunner.open(Topology.load(FILE), options)) {
            running.start();
            await(running, "sessions", 4);
            assertFalse(running.await(Duration.ofMillis(50)), "timers are pending");
            nowNs.set(EpochNs.of(LoginFeed.NOON.plusSeconds(31 * 60)));
            await(running, "alarms", 1);
        }
        nowNs.set(EpochNs.of(LoginFeed.NOON.plusSeconds(2 * 3600))); // away while the second timer became due
        try (RunningTopology running = TopologyRunner.open(topology(), options)) {
            running.start();
            assertEquals(RunEnd.ENDED, running.await(), () -> running.failure().toString());
            assertEquals(
                    Map.of("logins", 4L, "sessions", 6L, "alarms", 2L),
                    Map.of(
                            "logins", messages(running, "logins"),
                            "sessions", messages(running, "sessions"),
                            "alarms", messages(running, "alarms")));
        }
        try (Channel sessions = Channel.readOnly(data.resolve("sessions"))) {
            List<String> expired = Flow.calls(sessions).stream()
                    .filter(call -> call.startsWith("expired"))
                    .toList();
            assertEquals(2, expired.size());
            assertTrue(expired.get(0).contains("ann") && expired.get(0).contains("12:30:00Z"), expired::toString);
            assertTrue(expired.get(1).contains("cas") && expired.get(1).contains("12:32:00Z"), expired::toString);
        }
    }

    private static long messages(RunningTopology running, String channel) {
        return running.journals().get(channel).journal().orElseThrow().messages();
    }

    private static void await(RunningTopology running, String channel, long messages) {
        Await.until(
                "channel " + channel + " has " + messages + " messages",
                () -> {
                    assertTrue(
                            running.failure().isEmpty(), () -> running.failure().toString());
                    return messages(running, channel) >= messages;
                },
                () -> "messages=" + messages(running, channel));
    }
}
