package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.EpochNs;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.Rate;
import io.millrace.service.TimerEvents;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timers of processes that are killed with SIGKILL while timers are pending. */
@Tag("process")
class KilledTimersTest {

    private static final int KILLS = 8;
    private static final int LONGEST_LIFE_MS = 500;

    @TempDir
    Path data;

    @Test
    @ExpectedLog(value = "io.millrace.journal", occurs = Occurrence.PERHAPS)
    void everyTimerFiresOnceAtItsTimeHoweverOftenTheRunIsKilled() throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            kill(random);
        }
        KilledTimers.run(data, Rate.UNLIMITED); // ends by itself, although keeper and timer read what each other write
        Map<String, Instant> scheduled = scheduled();
        Map<String, Instant> fired = fired(seed);
        for (int number = 0; number < KilledTimers.ITEMS; number++) {
            String token = "order " + number;
            if (!KilledTimers.isCancelled(number) || number == KilledTimers.ITEMS - 1) {
                assertEquals(scheduled.get(token), fired.get(token), token + " seed=" + seed);
            }
            if (token.endsWith("00") && fired.containsKey(token)) {
                assertEquals(
                        scheduled.get(token).plusMillis(300), fired.get("again " + token), token + " seed=" + seed);
            }
        }
    }

    private Map<String, Instant> scheduled() {
        Map<String, Instant> scheduled = new HashMap<>();
        KilledTimers.Orders reads = (number, again) -> scheduled.put("order " + number, again);
        try (Channel orders = Channel.readOnly(data.resolve("orders"));
                ChannelReader reader = orders.reader(reads, ReaderOptions.defaults(), KilledTimers.Orders.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                assertTrue(scheduled.size() <= KilledTimers.ITEMS);
            }
        }
        assertEquals(KilledTimers.ITEMS, scheduled.size());
        return scheduled;
    }

    private Map<String, Instant> fired(long seed) {
        Map<String, Instant> fired = new HashMap<>();
        Instant[] newest = new Instant[1];
        TimerEvents reads = (token, at) -> {
            assertTrue(fired.put(token, at) == null, token + " seed=" + seed);
            newest[0] = at;
        };
        try (Channel alarms = Channel.readOnly(data.resolve("alarms"));
                ChannelReader reader = alarms.reader(reads, ReaderOptions.defaults(), TimerEvents.class)) {
            while (reader.next() == Poll.MESSAGE) {
                long writtenNs = reader.timeNs();
                reader.dispatch();
                assertTrue(EpochNs.of(newest[0]) <= writtenNs, newest[0] + " seed=" + seed);
            }
        }
        return fired;
    }

    private void kill(Random random) throws IOException, InterruptedException {
        Process process = JavaCommand.of(KilledTimers.class, data.toString(), "1000")
                .builder()
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = process.inputReader()) {
            assertEquals("running", said.readLine());
            process.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
