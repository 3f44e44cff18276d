package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Positions;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import io.millrace.service.Rate;
import io.millrace.service.ServiceException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run is killed, and continues with one name changed: exactly, or not at all. */
@ExpectedLog(value = "io.millrace", occurs = Occurrence.PERHAPS)
@Tag("process")
class RenamedTopologyTest {

    private static final int LONGEST_LIFE_MS = 500;
    private static final List<String> CHANNELS = List.of("numbers", "sums", "kept", "rows");

    /** What a killed process has left, of which each test has a copy, and the result of an undisturbed run. */
    @TempDir
    static Path shared;

    @TempDir
    Path root;

    @BeforeAll
    static void killOnceAndRunToTheEndOnce() throws IOException, InterruptedException {
        kill(shared.resolve("killed"));
        run(RenamedTopology.of(name -> name, List.of()), shared.resolve("whole"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "feed   | items of a source of another name | formerly: feed",
                "summer | written by a service of another name | formerly: summer",
                "keeper | written by a service of another name | formerly: keeper",
                "table  | written by a service of another name | formerly: table",
                "queue  | a renamed queue names its former name | formerly: queue"
            })
    void aRenamedOneIsRefusedAndContinuesOnceItSaysWhatItWas(String name, String error, String advice)
            throws IOException, InterruptedException {
        Path data = killed();
        Map<String, List<String>> before = calls(data);
        String message = refusal(renamed(name, List.of()), data);
        assertTrue(message.contains(error) && message.contains(advice), message);
        assertEquals(before, calls(data), "a refused run has written something");
        message = refusal(renamed(name, List.of()), data);
        assertTrue(message.contains(error), message);
        run(renamed(name, List.of(name)), data);
        run(renamed(name, List.of(name)), data);
        compareWithWhole(data);
        assertEquals(List.of(), positionsOf(name, data));
    }

    @ParameterizedTest
    @ValueSource(strings = {"numbers", "sums", "kept", "states", "rows"})
    void aRenamedJournalIsRefusedAndContinuesOnceItsDirectoryIsRenamed(String name)
            throws IOException, InterruptedException {
        Path data = killed();
        Map<String, List<String>> before = calls(data);
        TopologyException error = assertThrows(TopologyException.class, () -> run(renamed(name, List.of()), data));
        assertTrue(error.getMessage().contains("channel=" + name + "-2 has no directory yet"), error.getMessage());
        assertTrue(error.getMessage().contains("directory=" + data.resolve(name)), error.getMessage());
        assertEquals(before, calls(data));
        Files.move(data.resolve(name), data.resolve(name + "-2"));
        run(renamed(name, List.of()), data);
        Files.move(data.resolve(name + "-2"), data.resolve(name));
        compareWithWhole(data);
    }

    @ParameterizedTest
    @ValueSource(strings = {"names", "limit", "thread", "adder"})
    void whatIsNotInTheDataContinuesUnderAnyName(String name) throws IOException, InterruptedException {
        Path data = killed();
        run(renamed(name, List.of()), data);
        compareWithWhole(data);
    }

    @Test
    void aNameThatIsInUseIsNoFormerName() {
        TopologyException error = assertThrows(
                TopologyException.class,
                () -> renamed("keeper", List.of("feed", "keeper")).build());
        assertTrue(error.getMessage().contains("component=feed formerly=feed"), error.getMessage());
    }

    private static TopologyBuilder renamed(String name, List<String> formerly) {
        return RenamedTopology.of(each -> each.equals(name) ? each + "-2" : each, formerly);
    }

    private static String refusal(TopologyBuilder topology, Path data) {
        return assertThrows(ServiceException.class, () -> run(topology, data)).getMessage();
    }

    private static void run(TopologyBuilder topology, Path data) throws InterruptedException {
        try (RunningTopology running = RenamedTopology.open(topology, data, Rate.UNLIMITED)) {
            running.start();
            RunEnd end = running.await();
            running.failure().ifPresent(failure -> {
                throw failure;
            });
            assertEquals(RunEnd.ENDED, end);
        }
    }

    private Path killed() {
        Path data = root.resolve("killed");
        Flow.copy(shared.resolve("killed"), data);
        return data;
    }

    /** Leaves a data directory as a process does that is killed in the middle. */
    private static void kill(Path data) throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Process process = JavaCommand.of(RenamedTopology.class, data.toString())
                .builder()
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = process.inputReader()) {
            assertEquals("running", said.readLine(), "seed=" + seed);
            Await.until("all channels have calls", () -> {
                assertTrue(process.isAlive(), "seed=" + seed);
                return calls(data).values().stream().noneMatch(List::isEmpty);
            });
            Thread.sleep(new Random(seed).nextInt(LONGEST_LIFE_MS));
            assertTrue(process.isAlive(), "it ended before it was killed seed=" + seed);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static void compareWithWhole(Path data) throws IOException {
        Path whole = shared.resolve("whole");
        assertEquals(calls(whole), calls(data));
        assertEquals(table(whole), table(data));
        assertTrue(table(data).size() > 500, "rows=" + table(data).size());
    }

    /** The values in the file of the gateway. */
    private static List<String> table(Path data) throws IOException {
        try (Stream<String> lines = Files.lines(data.resolve("table"))) {
            return lines.map(line -> line.substring(line.lastIndexOf(' '))).toList();
        }
    }

    /** What is in the channels, without indexes and without the difference that a new name makes. */
    private static Map<String, List<String>> calls(Path data) {
        Map<String, List<String>> calls = new TreeMap<>();
        for (String name : CHANNELS) {
            if (!Files.exists(data.resolve(name).resolve("journal.table"))) {
                calls.put(name, List.of());
                continue;
            }
            try (Channel channel = Channel.readOnly(data.resolve(name))) {
                calls.put(
                        name,
                        Flow.calls(channel).stream()
                                .map(call -> call.replace("-2@", "@").replaceAll("(numbers|sums)@\\d+", "$1"))
                                .toList());
            }
        }
        return calls;
    }

    private static List<String> positionsOf(String name, Path data) {
        return CHANNELS.stream()
                .flatMap(channel -> {
                    try (Positions positions = Positions.open(data.resolve(channel))) {
                        return positions.list().stream().map(NamedPosition::name).toList().stream();
                    }
                })
                .filter(position -> position.equals("restart of " + name))
                .toList();
    }
}
