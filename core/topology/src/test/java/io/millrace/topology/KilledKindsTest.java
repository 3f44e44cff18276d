package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.leaks.Lane;
import io.millrace.service.Rate;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channels become journals and queues in processes that are killed with SIGKILL all the while. */
@Tag("process")
@Tag("proof")
class KilledKindsTest {

    private static final List<String> KINDS = List.of("JJ", "JQ", "QJ", "QQ");
    private static final int LONGEST_LIFE_MS = 250;

    @TempDir
    Path root;

    @Test
    @ExpectedLog(value = "io.millrace.journal", occurs = Occurrence.PERHAPS)
    void theResultIsThatOfOneKindHoweverOftenItChanges() throws IOException, InterruptedException {
        long seed = Long.getLong("millrace.kinds.seed", new Random().nextLong());
        Random random = new Random(seed);
        StringBuilder said = new StringBuilder("seed=" + seed);
        int inFlight = 0;
        for (int kill = 0; kill < Lane.rounds(14); kill++) {
            String kinds = KINDS.get(random.nextInt(KINDS.size()));
            said.append(' ').append(kinds);
            inFlight += isKilled(random, kinds, said.toString()) ? 1 : 0;
        }
        assertTrue(inFlight > 0, "no kill hit a running process " + said);
        Path data = root.resolve("data");
        for (String kinds : List.of(KINDS.get(random.nextInt(KINDS.size())), "QQ", "JJ")) {
            assertEquals("ended", KilledKinds.run(KilledKinds.topology(kinds), data, Rate.UNLIMITED), said + kinds);
        }
        Path expected = root.resolve("expected");
        assertEquals("ended", KilledKinds.run(KilledKinds.topology("JJ"), expected, Rate.UNLIMITED));
        ChangedKindTest.compare(expected, data, said.toString());
        for (String channel : List.of("repeated", "halved")) {
            assertEquals(
                    ChangedKindTest.calls(expected, channel, ""),
                    ChangedKindTest.calls(data, channel, ""),
                    said + channel);
        }
    }

    /** Runs with some kinds until a kill; returns whether that hit the process while it opened or ran. */
    private boolean isKilled(Random random, String kinds, String said) throws IOException, InterruptedException {
        Process process = JavaCommand.of(KilledKinds.class, root.resolve("data").toString(), "500", kinds)
                .builder()
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            assertEquals("opening", output.readLine(), said);
            if (random.nextBoolean()) {
                assertEquals("running", output.readLine(), said); // the others are killed while they open as well
            }
            if (!process.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                return true;
            }
            String last = output.readLine();
            assertEquals("ended", "running".equals(last) ? output.readLine() : last, said);
            return false;
        }
    }
}
