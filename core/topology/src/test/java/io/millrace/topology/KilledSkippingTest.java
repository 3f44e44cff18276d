package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.Rate;
import io.millrace.service.SkipState;
import io.millrace.service.Skips;
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

/** Orders to pass over inputs, carried out by processes that are killed with SIGKILL all the while. */
@Tag("process")
class KilledSkippingTest {

    private static final int KILLS = 12;
    private static final int LONGEST_LIFE_MS = 300;

    @TempDir
    Path data;

    @Test
    @ExpectedLog(value = "io.millrace.journal", occurs = Occurrence.PERHAPS)
    void whatIsPassedOverIsTheSameHoweverOftenTheRunIsKilled() throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int orders = 0;
        int kills = 0;
        String said = "";
        while (!said.equals("ended")) {
            said = kills < KILLS ? killed(random) : KilledSkipping.run(data, Rate.UNLIMITED);
            if (said.isEmpty()) {
                kills++;
            }
            if (said.startsWith("failed ")) {
                String[] words = said.split(" ", -1);
                Skips.in(data).order(words[1], words[2], "test", "seed " + seed);
                orders++;
            }
        }
        assertEquals(8, orders, "seed=" + seed);
        check("sums", "total", "seed=" + seed);
        check("answers", "answer", "seed=" + seed);
        assertTrue(
                Skips.in(data).list().stream().allMatch(skip -> skip.state() == SkipState.DONE),
                () -> Skips.in(data).list() + " seed=" + seed);
    }

    private void check(String name, String word, String seed) {
        List<String> expected = new ArrayList<>();
        long total = 0;
        for (long value = 0; value < KilledSkipping.ITEMS; value++) {
            if (KilledSkipping.isPoison(value)) {
                expected.add("skipped:");
            } else {
                total += value;
                expected.add("sum: [" + word + ", " + (name.equals("sums") ? total : value) + "]");
            }
        }
        try (Channel channel = Channel.readOnly(data.resolve(name))) {
            List<String> calls = Flow.calls(channel).stream()
                    .map(call -> call.startsWith("skipped:") ? "skipped:" : call.substring(0, call.indexOf(']') + 1))
                    .toList();
            assertEquals(expected, calls, seed);
        }
    }

    /** Runs until a kill, or an end before it; says what the process said, nothing where it was killed. */
    private String killed(Random random) throws IOException, InterruptedException {
        Process process = JavaCommand.of(KilledSkipping.class, data.toString(), "4000")
                .builder()
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = process.inputReader()) {
            assertEquals("running", said.readLine());
            if (!process.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                return "";
            }
            String line = said.readLine();
            return line == null ? "" : line;
        }
    }
}
