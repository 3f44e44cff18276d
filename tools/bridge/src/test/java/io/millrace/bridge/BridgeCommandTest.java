package io.millrace.bridge;

import static java.time.ZoneOffset.UTC;
import static java.time.format.DateTimeFormatter.BASIC_ISO_DATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.cli.Millrace;
import io.millrace.fixtures.JavaCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("process")
class BridgeCommandTest {
    private static final int COUNT = 300;

    @TempDir
    private Path root;

    private Path queue(String... daysLater) throws Exception {
        Path queue = root.resolve("queue");
        List<String> command = new ArrayList<>(BridgeCommand.readerCommand(queue));
        command.replaceAll(word -> word.equals(QueueReader.class.getName()) ? QueueWriter.class.getName() : word);
        command.add(Integer.toString(COUNT));
        command.addAll(List.of(daysLater));
        Process writer = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("written").toFile())
                .start();
        try {
            assertTrue(writer.waitFor(120, TimeUnit.SECONDS));
            assertEquals(0, writer.exitValue());
        } finally {
            writer.destroyForcibly().onExit().join();
        }
        return queue;
    }

    private static Path cycleFile(Path queue) throws IOException {
        try (Stream<Path> files = Files.list(queue)) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void bridge(Path queue, Path to) {
        CommandLine.populateCommand(new BridgeCommand(), queue.toString(), "--to", to.toString())
                .run();
    }

    @Test
    void everyDocumentOfAQueueBecomesACallWithItsIndexAndText() throws Exception {
        Path queue = queue();
        Path to = root.resolve("channel");
        bridge(queue, to);
        List<String> texts = new ArrayList<>();
        List<Long> indexes = new ArrayList<>();
        QueueDocuments handler = (index, text) -> {
            indexes.add(index);
            texts.add(text);
        };
        try (Channel channel = Channel.readOnly(to);
                ChannelReader reader = channel.reader(handler, ReaderOptions.defaults(), QueueDocuments.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                String order = "(?s).*\\norder: (!\\w+ )?" + (texts.size() - 1) + "\\n.*"; // with its type from 256 on
                assertTrue(texts.getLast().matches(order), texts.getLast());
                assertTrue(texts.getLast().contains("er " + (texts.size() - 1) + "\""), texts.getLast());
            }
        }
        assertEquals(COUNT, texts.size());
        assertEquals(COUNT - 1, indexes.getLast() - indexes.getFirst());
        assertThrows(CommandLine.ParameterException.class, () -> bridge(queue, to), "the channel is there already");
    }

    @Test
    void aQueueThatIsCutOffLeavesNoChannel() throws Exception {
        Path queue = queue();
        try (FileChannel file = FileChannel.open(cycleFile(queue), StandardOpenOption.WRITE)) {
            file.truncate(1000);
        }
        Path to = root.resolve("channel");
        BridgeException error = assertThrows(BridgeException.class, () -> bridge(queue, to));
        assertTrue(error.getMessage().contains("queue=" + queue), error.getMessage());
        try (Stream<Path> files = Files.list(root)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.getFileName().toString().startsWith("channel"))
                            .toList());
        }
    }

    /** A loss of power may leave zeros; the library takes them for the end. */
    @Test
    void zerosInTheMiddleOfAQueueLeaveNoChannel() throws Exception {
        Path queue = queue();
        Path file = cycleFile(queue);
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
            open.write(ByteBuffer.allocate(64), document(Files.readAllBytes(file), 150));
        }
        Path to = root.resolve("channel");
        BridgeException error = assertThrows(BridgeException.class, () -> bridge(queue, to));
        assertTrue(error.getMessage().contains("cannot read the queue to its end queue=" + queue), error.getMessage());
        assertFalse(Files.exists(to));
    }

    /** Returns the offset of the header of a document: a length, with two bits for its kind and state. */
    private static int document(byte[] file, int number) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        int documents = 0;
        while (true) {
            int header = bytes.getInt(at);
            boolean isMetadata = (header & 0x4000_0000) != 0;
            if (!isMetadata && documents++ == number) {
                return at;
            }
            at = (at + Integer.BYTES + (header & 0x3FFF_FFFF) + 3) & -4;
        }
    }

    @Test
    void filesAndCyclesWithoutDocumentsAreTold() throws Exception {
        Path queue = queue("1", "4");
        String suffix = cycleFile(queue).getFileName().toString().substring("yyyyMMdd".length());
        String later = BASIC_ISO_DATE.format(LocalDate.now(UTC).plusDays(9)) + suffix;
        String between = BASIC_ISO_DATE.format(LocalDate.now(UTC).plusDays(2)) + suffix;
        Files.createFile(queue.resolve(later));
        Files.createFile(queue.resolve(between));
        PrintStream standardError = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            bridge(queue, root.resolve("channel"));
        } finally {
            System.setErr(standardError);
        }
        assertEquals(
                """
                Bridged 900 documents of 3 cycles.
                Warning: files without documents: %s, %s
                Warning: cycles without documents between the first and the last count=2 of=5
                """.formatted(between, later),
                said.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("Bridged") || line.startsWith("Warning"))
                        .collect(Collectors.joining("\n", "", "\n")));
    }

    @Test
    void whatIsNoQueueIsAnErrorThatNamesIt() throws IOException {
        Path other = Files.createDirectory(root.resolve("other"));
        Files.createFile(other.resolve("00000000.segment"));
        Path channel = root.resolve("channel");
        for (Path queue : List.of(root.resolve("nothing"), other, other.resolve("00000000.segment"))) {
            Exception error = assertThrows(CommandLine.ParameterException.class, () -> bridge(queue, channel));
            assertTrue(error.getMessage().contains("queue=" + queue), error.getMessage());
            assertFalse(Files.exists(channel));
        }
    }

    @Test
    void helpThatCannotBePrintedIsAnError() throws Exception {
        Process process = JavaCommand.of(Millrace.class, "bridge", "--help")
                .builder()
                .redirectOutput(Path.of("/dev/full").toFile())
                .redirectError(root.resolve("err").toFile())
                .start();
        assertEquals(1, process.waitFor());
        assertEquals(
                "millrace: cannot write to standard output reason=No space left on device\n",
                Files.readString(root.resolve("err")));
    }
}
