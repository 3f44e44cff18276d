package io.millrace.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What cannot be printed is an error, whatever the command; a reader that has gone is none. */
class OutputTest {
    @TempDir
    private Path directory;

    private Path readings;

    @BeforeEach
    void aChannel() {
        readings = directory.resolve("readings");
        try (Channel channel = Channel.journal("readings", readings, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            Readings out = writer.as(Readings.class);
            for (int number = 0; number < 10; number++) {
                out.reading(new Readings.Reading("attic", number, 20.5));
            }
        }
    }

    private record Ended(int code, String err) {}

    private static Ended to(OutputStream out, String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(new byte[0]),
                new Output(out),
                new PrintStream(err, true, UTF_8),
                new Terminal(false, false, false));
        return new Ended(Millrace.run(console, arguments), err.toString(UTF_8));
    }

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(message);
            }
        };
    }

    private List<String[]> commandsThatPrint() {
        String path = readings.toString();
        List<String[]> commands = new ArrayList<>(List.of(
                new String[] {"dump", path},
                new String[] {"dump", "--format", "json", path},
                new String[] {"dump", "--format", "hex", path},
                new String[] {"tail", path},
                new String[] {"info", path},
                new String[] {"info", "--count", path},
                new String[] {"top", "--rounds", "1", path},
                new String[] {"schema", path},
                new String[] {"schema", "--json-schema", path},
                new String[] {"verify", path},
                new String[] {"export", path},
                new String[] {"export", "--format", "json", path},
                new String[] {"export", "--format", "csv", path},
                new String[] {"completion"},
                new String[] {"--version"},
                new String[] {"--help"}));
        return commands;
    }

    @Test
    void aFullDiskIsAnErrorOfEveryCommandThatPrints() {
        for (String[] command : commandsThatPrint()) {
            Ended ended = to(failing("No space left on device"), command);
            String name = String.join(" ", command);
            assertEquals(ExitCode.FAILED, ended.code(), name);
            assertEquals(
                    "millrace: cannot write to standard output reason=No space left on device\n", ended.err(), name);
        }
    }

    @Test
    void aReaderThatHasGoneIsNoErrorOfAnyCommand() {
        for (String[] command : commandsThatPrint()) {
            Ended ended = to(failing("Broken pipe"), command);
            assertEquals(ExitCode.OK, ended.code(), String.join(" ", command));
            assertEquals("", ended.err(), String.join(" ", command));
        }
    }

    static Stream<String> allCommands() {
        return Millrace.commands(new Console(
                        new ByteArrayInputStream(new byte[0]),
                        new Output(OutputStream.nullOutputStream()),
                        new PrintStream(OutputStream.nullOutputStream(), true, UTF_8),
                        new Terminal(false, false, false)))
                .getSubcommands()
                .keySet()
                .stream();
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void helpThatCannotBePrintedIsAnError(String command) {
        Ended ended = to(failing("No space left on device"), command, "--help");
        assertEquals(ExitCode.FAILED, ended.code());
        assertEquals("millrace: cannot write to standard output reason=No space left on device\n", ended.err());
    }

    @Test
    void aWrongCommandLineKeepsItsCodeWhereTheReaderHasGone() {
        assertEquals(
                ExitCode.USAGE, to(failing("Broken pipe"), "dump", "--nonsense").code());
        assertEquals(
                ExitCode.USAGE, to(failing("No space left on device"), "dumb").code());
    }

    @Test
    void theFirstFailureIsThatOfAllLaterWrites() {
        Output output = new Output(failing("No space left on device"));
        output.print("text");
        OutputException first = assertThrows(OutputException.class, output::flush);
        assertEquals(first, assertThrows(OutputException.class, output::flush));
        assertEquals(
                first, assertThrows(OutputException.class, () -> output.stream().write(1)));
    }

    @Test
    void helpIsAsWideAsColumnsSays() {
        assertEquals(120, helpWidth("120"));
        assertEquals(55, helpWidth("3"));
        assertEquals(200, helpWidth("999999999"));
        CommandLine line = new CommandLine(new MillraceCommand());
        Millrace.setHelpWidth(line, "wide");
        assertTrue(line.isUsageHelpAutoWidth());
    }

    private static int helpWidth(String columns) {
        CommandLine line = new CommandLine(new MillraceCommand());
        Millrace.setHelpWidth(line, columns);
        assertFalse(line.isUsageHelpAutoWidth());
        return line.getUsageHelpWidth();
    }

    @Test
    void argumentsThatJavaReadAsAsciiAreReadAgainAsUtf8() {
        byte[] line = "java\0-cp\0x\0Main\0dump\0--grep\0Zürich\0a\0".getBytes(UTF_8);
        assertArrayEquals(
                new String[] {"dump", "--grep", "Zürich", "a"},
                ProgramArguments.decode(line, "dump", "--grep", "Z\uFFFD\uFFFDrich", "a"));
    }

    @Test
    void anArgumentThatIsNoUtf8IsRefused() {
        byte[] line = {'j', 0, 'Z', (byte) 0xfc, 0};
        InputException error = assertThrows(InputException.class, () -> ProgramArguments.decode(line, "Z\uFFFD"));
        assertTrue(error.getMessage().contains("LC_ALL=C.UTF-8"), error.getMessage());
        assertThrows(InputException.class, () -> ProgramArguments.decode(new byte[0], "\uFFFD"));
    }

    /** CSV has no escapes, and a file must be read back; a terminal would show the text in another order. */
    @Test
    void hiddenCharactersOfCsvAreShownByTheirNumbersAtATerminalAlone(@TempDir Path directory) {
        try (Channel channel = Channel.journal("hidden", directory, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            writer.as(Readings.class).reading(new Readings.Reading("a\u202eb", 1, 20.5));
        }
        assertEquals("a\u202eb", exported(directory, "csv", new Terminal(false, false, false)));
        assertEquals("a\\u202eb", exported(directory, "csv", new Terminal(true, false, false)));
        String json = exported(directory, "json", new Terminal(false, false, false));
        assertTrue(json.contains("\"sensor\":\"a\\u202eb\""), json);
    }

    /** Returns what is exported of the one call of a channel, of CSV its first cell. */
    private static String exported(Path directory, String format, Terminal terminal) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = new Console(new ByteArrayInputStream(new byte[0]), new Output(out), System.err, terminal);
        assertEquals(0, Millrace.run(console, "export", "--format", format, directory.toString()));
        String text = out.toString(UTF_8);
        return format.equals("json") ? text : text.replaceAll("(?s).*,([^,\n]*),1,20.5\n.*", "$1");
    }
}
