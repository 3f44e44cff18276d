package io.millrace.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelText;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.Poll;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reader in Python that knows only the pages in {@code docs/format} shows what ours shows, letter by letter. CI has a
 * Python; elsewhere these tests are skipped where there is none.
 */
@Tag("process")
class PythonReaderTest {
    private static final Path GOLDEN = Path.of("../../core/wire/src/test/resources/golden");
    private static final Path READER = Path.of("src/main/python/millrace_read.py");
    private static final int CALLS = 3_000;

    @TempDir
    private Path directory;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void needsPython() {
        assumeTrue(
                Boolean.parseBoolean(System.getenv("CI")) || isOnPath("python3"),
                "there is no python3 on the PATH, so the reader in Python is not tested");
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private Ended python(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-B", READER.toString()));
        command.addAll(List.of(arguments));
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        int code = process.waitFor();
        return new Ended(code, Files.readString(out), Files.readString(err));
    }

    private static String golden(String name) {
        return GOLDEN.resolve(name).toString();
    }

    @Test
    void theGoldenFilesAreRead() throws Exception {
        Ended everything = python(
                "message", golden("version-1-everything-schema.bin"), golden("version-1-everything-message.bin"));
        assertEquals(Files.readString(GOLDEN.resolve("version-1-everything.yaml")), everything.out(), everything.err());
        Ended order = python("message", golden("version-1-schema.bin"), golden("version-1-message.bin"));
        assertTrue(order.out().startsWith("!Order\nsymbol: EURUSD\n"), order.out() + order.err());
    }

    private Path write(long seed) {
        Path path = directory.resolve("reports");
        RandomReports reports = new RandomReports(seed);
        JournalOptions journal = JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);
        try (Channel channel = Channel.journal(
                        "reports", path, ChannelOptions.defaults().withJournal(journal));
                ChannelWriter writer = channel.writer()) {
            Reports to = writer.as(Reports.class);
            Input input = new Input();
            for (int i = 0; i < CALLS; i++) {
                if (i % 5 == 0) {
                    input.set(Source.external("feed " + i % 3), i, 1_000_000L * i);
                    writer.begin(input);
                    reports.call(to);
                    reports.call(to);
                    writer.commit();
                } else {
                    reports.call(to);
                }
            }
        }
        return path;
    }

    private static String ours(Path channel) {
        StringBuilder all = new StringBuilder();
        try (ChannelText text = ChannelText.open(channel)) {
            while (text.next() == Poll.MESSAGE) {
                all.append("--- # ")
                        .append(Index.toText(text.index()))
                        .append(' ')
                        .append(text.time())
                        .append('\n');
                all.append(text.yaml());
            }
        }
        return all.toString();
    }

    @Test
    void aWholeChannelIsReadOverSeveralSegments() throws Exception {
        long seed = System.nanoTime();
        Path channel = write(seed);
        try (Stream<Path> files = Files.list(channel)) {
            assertTrue(
                    files.filter(file -> file.toString().endsWith(".segment")).count() > 2);
        }
        Ended ended = python("channel", channel.toString());
        assertEquals(0, ended.code(), ended.err());
        String expected = ours(channel);
        if (!expected.equals(ended.out())) {
            assertEquals(
                    firstDifference(expected, ended.out()), firstDifference(ended.out(), expected), "seed=" + seed);
        }
    }

    /** The text around where it leaves the other, short enough to be looked at. */
    private static String firstDifference(String text, String other) {
        int at = 0;
        while (at < Math.min(text.length(), other.length()) && text.charAt(at) == other.charAt(at)) {
            at++;
        }
        return text.substring(Math.max(0, at - 200), Math.min(text.length(), at + 100));
    }

    @Test
    void aFrameThatWasChangedIsRefusedWithItsPlace() throws Exception {
        Path channel = write(1);
        String first = ours(channel).lines().findFirst().orElseThrow();
        long position = Long.parseLong(first.replaceAll("--- # 0:([0-9]+) .*", "$1"));
        try (FileChannel file = FileChannel.open(channel.resolve("00000000.segment"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[] {99}), position + 8);
        }
        Ended ended = python("channel", channel.toString());
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("a frame does not have its checksum position=" + position), ended.err());
    }

    @Test
    void zerosBeforeOtherFramesAreRefusedWithTheirPlace() throws Exception {
        Path channel = write(1);
        String seventh = ours(channel)
                .lines()
                .filter(line -> line.startsWith("--- # 0:"))
                .skip(7)
                .findFirst()
                .orElseThrow();
        long position = Long.parseLong(seventh.replaceAll("--- # 0:([0-9]+) .*", "$1"));
        try (FileChannel file = FileChannel.open(channel.resolve("00000000.segment"), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(4096), position);
        }
        Ended ended = python("channel", channel.toString());
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("frames are missing before others position=" + position), ended.err());
    }

    @Test
    void aSegmentBetweenOthersThatIsMissingIsRefused() throws Exception {
        Path channel = write(1);
        Files.delete(channel.resolve("00000001.segment"));
        Ended ended = python("channel", channel.toString());
        assertEquals(1, ended.code());
        assertTrue(ended.err().contains("a segment is missing number=1"), ended.err());
    }

    @Test
    void aPathThatIsNoChannelIsRefused() throws Exception {
        Ended ended = python("channel", directory.toString());
        assertEquals(1, ended.code());
        assertTrue(ended.err().startsWith("millrace: there is no journal here"), ended.err());
        assertEquals(1, python("nonsense").code());
    }
}
