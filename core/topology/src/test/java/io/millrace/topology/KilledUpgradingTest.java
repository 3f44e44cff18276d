package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.Rate;
import io.millrace.service.Upgrade;
import io.millrace.service.UpgradeState;
import io.millrace.service.Upgrades;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another version goes live by an order, in processes that are killed with SIGKILL all the while. */
@Tag("process")
class KilledUpgradingTest {

    private static final int KILLS = 6;
    private static final int LONGEST_LIFE_MS = 300;

    @TempDir
    Path data;

    @Test
    @ExpectedLog(value = "io.millrace.journal", occurs = Occurrence.PERHAPS)
    void theResultIsThatOfOneUpgradeHoweverOftenTheRunIsKilled() throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int inFlight = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            inFlight += isKilled(random, 1) ? 1 : 0;
        }
        assertTrue(inFlight > 0, "no kill hit the first version seed=" + seed);
        Upgrades.in(data).order("summer", "test", "seed " + seed);
        inFlight = 0;
        for (int kill = 0; kill < 2 * KILLS; kill++) {
            inFlight += isKilled(random, 2) ? 1 : 0;
        }
        assertTrue(inFlight > 0, "no kill hit a running process seed=" + seed);
        assertEquals("ended", KilledUpgrading.run(data, Rate.UNLIMITED, 2), "seed=" + seed);
        assertEquals(
                List.of(UpgradeState.DONE),
                Upgrades.in(data).list().stream().map(Upgrade::state).toList(),
                "seed=" + seed);
        check("seed=" + seed);
        assertEquals("ended", KilledUpgrading.run(data, Rate.UNLIMITED, 2), "a restart seed=" + seed);
        check("seed=" + seed);
    }

    /** Checks that the first version wrote all until the only mark, and the second all after it, from its own state. */
    private void check(String seed) {
        List<String> calls = new ArrayList<>();
        int before = -1;
        int marks = 0;
        try (Channel channel = Channel.readOnly(data.resolve("sums"));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.yaml().strip());
                } else if (entry == Entry.UPGRADE) {
                    before = calls.size();
                    marks++;
                }
            }
        }
        assertEquals(1, marks, seed);
        List<String> expected = new ArrayList<>();
        long total = 0;
        for (long value = 0; value < KilledSkipping.ITEMS; value++) {
            total += value;
            if (value < before || value % 2 == 0) {
                expected.add("sum: [total, " + total + "]");
            }
            if (value >= before && value % 2 == 0) {
                expected.add("sum: [count, " + (value + 1) + "]");
            }
        }
        assertEquals(expected, calls, seed + " before=" + before);
    }

    /** Runs a version until a kill; returns whether that hit the process while it ran. */
    private boolean isKilled(Random random, int version) throws IOException, InterruptedException {
        Process process = JavaCommand.of(KilledUpgrading.class, data.toString(), "500", Integer.toString(version))
                .builder()
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = process.inputReader()) {
            assertEquals("opening", said.readLine());
            if (version == 1 || random.nextBoolean()) {
                assertEquals("running", said.readLine()); // the others are killed while they open as well
            }
            if (!process.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                return true;
            }
            String last = said.readLine();
            assertEquals("ended", "running".equals(last) ? said.readLine() : last);
            return false;
        }
    }
}
