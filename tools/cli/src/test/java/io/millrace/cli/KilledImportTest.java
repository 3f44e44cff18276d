package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports that are killed for real, at a point that is known by what they have created so far. */
@Tag("process")
class KilledImportTest {
    private static final int MESSAGES = 2_000;

    @TempDir
    private Path directory;

    private Path copy;
    private Path making;

    @BeforeEach
    void write() {
        copy = directory.resolve("copy");
        making = directory.resolve("copy.importing");
        try (Channel channel = Channel.journal("readings", directory.resolve("readings"), ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            Readings readings = writer.as(Readings.class);
            for (int i = 0; i < MESSAGES; i++) {
                readings.reading(new Readings.Reading("sensor-" + i, i, i / 10.0));
            }
        }
    }

    private String export(String format) {
        return CommandCall.run("export", directory.resolve("readings").toString(), "--format", format)
                .well();
    }

    /** What there is beside the channel that was exported. */
    private List<String> there() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isDirectory)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("readings"))
                    .toList();
        }
    }

    /** What an import has made so far. */
    private record Made(String journal, long messages) {}

    private Made made() {
        try (Journal journal = Journal.openReadOnly(making)) {
            return new Made(journal.id().toString(), journal.messages());
        } catch (JournalException _) { // there is none, or not yet, or it is being removed
            return new Made("none", -1);
        }
    }

    /** Gives a text to an import, without its end, waits until so many messages of it are there, and kills it. */
    private void kill(String text, long messages) throws Exception {
        Path said = directory.resolve("said.txt");
        Made left = made();
        Process process = new ProcessBuilder(CommandProcess.command("import", copy.toString()))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(text.getBytes(UTF_8));
            in.flush();
            Await.until(
                    "the import has written " + messages + " messages anew",
                    () -> {
                        assertTrue(process.isAlive(), () -> "it has ended: " + process.exitValue());
                        Made now = made();
                        return now.messages() >= messages && !now.journal().equals(left.journal());
                    },
                    () -> "made=" + made());
            assertEquals(List.of("copy.importing"), there());
            Ended second = CommandCall.runOn(text, "import", copy.toString());
            assertEquals(ExitCode.IN_USE, second.code(), second.err());
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertEquals("", Files.readString(said));
    }

    @Test
    void underTheNameIsNothingAndTheNextImportMakesTheWhole() throws Exception {
        for (String format : List.of("yaml", "json", "csv")) {
            String text = export(format);
            String half = text.substring(0, text.length() / 2);
            String all = text.substring(0, text.lastIndexOf('\n', text.length() - 2) + 1);
            for (String part : List.of(half, all)) { // of all, the last line is missing, which says that it is all
                long messages = part.equals(half) ? 1 : MESSAGES / 2 + 100;
                kill(part, messages);
                assertEquals(List.of("copy.importing"), there());
                Ended dump = CommandCall.run("dump", copy.toString());
                assertEquals(ExitCode.USAGE, dump.code());
                assertEquals(
                        "millrace: no such channel path=" + copy + "; an import to it has not ended part=" + making
                                + "\n",
                        dump.err());
            }
            Ended again = CommandCall.runOn(text, "import", copy.toString());
            assertEquals("Imported 2000 messages.\n", again.err());
            assertEquals(List.of("copy"), there());
            assertTrue(CommandCall.run("verify", copy.toString()).well().contains("sound"));
            assertEquals(MESSAGES, messages());
            delete();
        }
    }

    private long messages() {
        try (Journal journal = Journal.openReadOnly(copy)) {
            return journal.messages();
        }
    }

    private void delete() throws IOException {
        try (Stream<Path> files = Files.list(copy)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(copy);
    }
}
