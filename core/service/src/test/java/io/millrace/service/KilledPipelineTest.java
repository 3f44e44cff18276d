package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.fixtures.JavaCommand;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("process")
class KilledPipelineTest {

    private static final int KILLS = 6;
    private static final int LONGEST_LIFE_MS = 400;

    @TempDir
    Path root;

    @ParameterizedTest
    @EnumSource
    @ExpectedLog(value = "io.millrace.journal", occurs = Occurrence.PERHAPS)
    void aPipelineThatIsKilledAgainAndAgainGivesTheSame(KilledPipeline.Shape shape)
            throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Path killed = root.resolve("killed");
        int inFlight = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = start(killed, 4_000, shape);
            try (BufferedReader said = process.inputReader()) {
                assertEquals("running", said.readLine(), "seed=" + seed);
                Thread.sleep(random.nextInt(LONGEST_LIFE_MS));
                inFlight += process.isAlive() ? 1 : 0;
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        assertTrue(inFlight > 0, "no kill hit a running process seed=" + seed);
        KilledPipeline.run(killed, Rate.UNLIMITED, shape, said -> {});
        Path whole = root.resolve("whole");
        KilledPipeline.run(whole, Rate.UNLIMITED, shape, said -> {});
        assertEquals(calls(whole, "numbers"), calls(killed, "numbers"), "seed=" + seed);
        List<String> sums = calls(killed, "sums");
        assertEquals(calls(whole, "sums"), sums, "seed=" + seed);
        assertTrue(sums.size() > KilledPipeline.ITEMS, "sums=" + sums.size());
    }

    private static List<String> calls(Path directory, String name) {
        try (Channel channel = Flow.channel(directory, name)) {
            List<String> calls = new ArrayList<>();
            for (String call : Flow.calls(channel)) {
                calls.add(call.replaceAll("numbers@\\d+", "numbers"));
            }
            return calls;
        }
    }

    private static Process start(Path directory, long perSecond, KilledPipeline.Shape shape) throws IOException {
        return JavaCommand.of(KilledPipeline.class, directory.toString(), Long.toString(perSecond), shape.name())
                .builder()
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
