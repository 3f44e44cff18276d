package io.millrace.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Appender;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channels as text: written by {@code append}, and read without the classes of their messages. */
@Tag("process")
class ReadTest {
    private static final String SIX = """
            reading:
              sensor: attic
              number: 0
              celsius: 20.5
            ---
            reading: {sensor: attic, number: 1, celsius: 21.0}
            --- # a comment
            reading: {sensor: cellar, number: 2, celsius: 11.5}
            ---
            reading: {sensor: attic, number: 3, celsius: 21.5}
            ---
            reading: {sensor: "12", number: 4, celsius: .inf}
            ---
            reading: {sensor: roof, number: 5, celsius: -3.0}
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void appendSix() throws Exception {
        Ended ended = append("readings", SIX);
        assertEquals(0, ended.code(), ended.err());
        assertEquals("Appended 6 messages.\n", ended.err());
    }

    @Test
    void whatIsNotUtf8IsRefused() {
        byte[] latin = "reading: {sensor: caf\u00e9, number: 6, celsius: 1.5}\n".getBytes(ISO_8859_1);
        Ended ended = append("readings", latin);
        assertEquals(
                "millrace: this is not UTF-8 byte=0xe9 offset=21; appended before the error messages=0\n", ended.err());
        String whole = "reading: {sensor: attic, number: 6, celsius: 1.5}\n---\n";
        ended = append("readings", (whole + whole + new String(latin, ISO_8859_1)).getBytes(ISO_8859_1));
        assertEquals(2, ended.code());
        assertTrue(ended.err().contains("; appended before the error messages=2\n"), ended.err());
        Ended imported = CommandCall.runOn(latin, "import", at("imported"));
        assertTrue(imported.err().contains("this is not UTF-8 byte=0xe9 offset=21"), imported.err());
    }

    @Test
    void aChannelIsMadeWithItsFirstMessage() throws IOException {
        assertEquals(2, append("new", "redding: {}\n").code());
        assertEquals("Appended 0 messages.\n", append("new", "").err());
        assertFalse(Files.exists(Path.of(at("new"))));
        Path empty = Files.createDirectory(Path.of(at("empty")));
        assertEquals(2, append("empty", "redding: {}\n").code());
        try (Stream<Path> files = Files.list(empty)) {
            assertEquals(List.of(), files.toList());
        }
        assertEquals(2, append("new", SIX + "---\nredding: {}\n").code());
        assertTrue(Files.exists(Path.of(at("new"))));
    }

    private Ended append(String channel, String yaml) {
        return append(channel, yaml.getBytes(UTF_8));
    }

    private Ended append(String channel, byte[] yaml) {
        return CommandCall.runOn(
                yaml,
                "append",
                at(channel),
                "--interface",
                "io.millrace.cli.Readings",
                "--classpath",
                JavaCommand.testClasses().toString());
    }

    private String at(String name) {
        return directory.resolve(name).toString();
    }

    private static String run(String... arguments) {
        return CommandCall.run(arguments).well();
    }

    private static Ended fail(String... arguments) {
        return CommandCall.run(arguments);
    }

    @Test
    void dumpShowsEveryMessageWithItsPlaceAndTime() throws Exception {
        String dump = CommandProcess.run(directory, "dump", "readings").well();
        assertTrue(
                dump.matches("(?s)--- # 0:[0-9]+ 20[0-9-]+T[0-9:]+\\.[0-9]{6}Z\n"
                        + "reading:\n  sensor: attic\n  number: 0\n  celsius: 20.5\n--- # .*"),
                dump);
        assertEquals(6, dump.lines().filter(line -> line.startsWith("--- #")).count());
        assertTrue(dump.contains("sensor: \"12\"\n") || dump.contains("sensor: '12'\n"), dump);
    }

    @Test
    void whatDumpShowsCanBeAppendedAgain() throws Exception {
        String dump = run("dump", at("readings"));
        assertEquals(0, append("copy", dump).code());
        assertEquals(
                dump.replaceAll("(?m)^--- #.*$", "---"), run("dump", at("copy")).replaceAll("(?m)^--- #.*$", "---"));
    }

    @Test
    void jsonIsAnObjectOnALine() throws Exception {
        List<String> lines =
                run("dump", "--format", "json", at("readings")).lines().toList();
        assertEquals(6, lines.size());
        assertTrue(
                lines.get(1)
                        .matches(
                                "\\{\"index\":\"0:[0-9]+\",\"time\":\"20[^\"]+Z\",\"method\":\"reading\",\"arguments\":"
                                        + "\\{\"sensor\":\"attic\",\"number\":1,\"celsius\":21.0}}"),
                lines.get(1));
        assertTrue(lines.get(4).contains("{\"sensor\":\"12\",\"number\":4,\"celsius\":\"Infinity\"}"), lines.get(4));
    }

    @Test
    void theBytesOfAMessageAreShownWithTheirFieldsAndValues() throws Exception {
        List<String> lines = run("dump", "--hex", at("readings")).lines().toList();
        assertTrue(lines.getFirst().startsWith("--- # 0:"), lines.getFirst());
        long position = Long.parseLong(lines.getFirst().replaceAll("--- # 0:([0-9]+) .*", "$1"));
        String header = " +" + position + "  ([0-9a-f]{2} ){4} +frame +data, [0-9]+ bytes";
        assertTrue(lines.get(1).matches(header), lines.get(1));
        String message = String.join("\n", lines.subList(0, 12));
        assertTrue(message.matches("(?s).*  0d 61 74 74 69 63 +reading.sensor +attic\n.*"), message);
        assertTrue(message.matches("(?s).*  00 00 00 00 00 80 34 40 +reading.celsius +20.5\n.*"), message);
        assertTrue(message.matches("(?s).* written +20[^ ]+Z\n.* flags +LAST\n.*"), message);
        assertTrue(message.matches("(?s).* call +[0-9]+, the record at [0-9]+\n.*"), message);
        assertEquals(
                6,
                lines.stream().filter(line -> line.contains("reading.sensor")).count());
    }

    @Test
    void schemaShowsTheCallsAndTheirTypes() throws Exception {
        String schema = run("schema", at("readings"));
        assertTrue(schema.matches("(?s)--- # from 0:[0-9]+ on\ncall: io.millrace.cli.Readings.reading\n.*"), schema);
        assertTrue(schema.contains("      celsius: DOUBLE\n"), schema);
        assertEquals(1, schema.lines().filter(line -> line.startsWith("---")).count());
        String json = run("schema", "--json-schema", at("readings"));
        assertTrue(json.startsWith("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\""), json);
        assertTrue(json.contains("\"const\": \"reading\""), json);
    }

    @Test
    void whatLiesInFrontOfDamageIsShown() throws Exception {
        String last = run("tail", "-n", "1", at("readings"));
        long position = Long.parseLong(last.replaceAll("(?s)--- # 0:([0-9]+) .*", "$1"));
        try (RandomAccessFile file = new RandomAccessFile(
                directory.resolve("readings/00000000.segment").toFile(), "rw")) {
            file.seek(position + 8);
            file.write('?');
        }
        Ended schema = fail("schema", at("readings"));
        assertEquals(ExitCode.DAMAGED, schema.code());
        assertTrue(schema.out().contains("      celsius: DOUBLE\n"), schema.out());
        assertTrue(schema.err().contains("index=0:" + position), schema.err());
        Ended dump = fail("dump", "--hex", at("readings"));
        assertEquals(ExitCode.DAMAGED, dump.code());
        assertEquals(
                5, dump.out().lines().filter(line -> line.startsWith("---")).count());
        Files.delete(directory.resolve("readings/journal.table"));
        String noTable = fail("dump", at("readings")).err();
        assertTrue(noTable.contains("has lost its file journal.table") && noTable.contains("repair"), noTable);
    }

    @Test
    void hexAndAnotherFormatContradictEachOther() throws Exception {
        Ended both = fail("dump", "--hex", "--format", "json", at("readings"));
        assertEquals(ExitCode.USAGE, both.code());
        assertTrue(both.err().contains("format=json"), both.err());
        assertEquals(run("dump", "--hex", at("readings")), run("dump", "--hex", "--format", "hex", at("readings")));
    }

    @Test
    void tailShowsTheLastAndGrepChooses() throws Exception {
        String two = run("tail", "-n", "2", at("readings"));
        assertEquals(List.of("  number: 4", "  number: 5"), numbers(two));
        assertEquals(
                List.of("  number: 1", "  number: 3"),
                numbers(run("tail", "-n", "2", "--grep", "attic", at("readings"))));
        assertEquals(6, numbers(run("tail", at("readings"))).size());
        assertEquals("", run("tail", "-n", "0", at("readings")));
    }

    private static List<String> numbers(String yaml) {
        return yaml.lines().filter(line -> line.startsWith("  number:")).toList();
    }

    @Test
    void readingBeginsAtAnIndexOrATime() throws Exception {
        List<String> heads = run("dump", at("readings"))
                .lines()
                .filter(line -> line.startsWith("--- #"))
                .toList();
        String index = heads.get(3).replaceAll("--- # (\\S+) .*", "$1");
        String number = Long.toString(Index.parse(index));
        for (String from : List.of(index, "readings@" + index, number, "readings@" + number)) {
            assertEquals(
                    List.of("  number: 3", "  number: 4", "  number: 5"),
                    numbers(run("dump", "--from", from, at("readings"))),
                    from);
        }
        assertEquals(
                6, numbers(run("tail", "--from", "2020-01-01", at("readings"))).size());
        assertEquals("", run("dump", "--from", "2199-01-01T00:00:00Z", at("readings")));
        assertEquals(2, fail("dump", "--from", "0:8", at("readings")).code());
        Ended beyond = fail("dump", "--from", "7:4096", at("readings"));
        assertTrue(beyond.err().contains("it is after the last message from=7:4096 lastIndex=0:"), beyond.err());
        String led = index.replace("0:", "0.7:");
        Ended epoch = fail("dump", "--from", "readings@" + led, at("readings"));
        assertTrue(
                epoch.err().contains("its segment is of another epoch from=readings@" + led + " lastIndex=0:"),
                epoch.err());
        Ended other = fail("dump", "--from", "bars@" + index, at("readings"));
        assertTrue(other.err().contains("another channel from=bars@" + index + " channel=readings"), other.err());
        assertEquals(2, fail("dump", "--from", "noon", at("readings")).code());
        assertEquals(2, fail("tail", "--from", index, "-n", "1", at("readings")).code());
    }

    @Test
    void tailFollowsWhatIsAppended() throws Exception {
        try (TestProcess tail = CommandProcess.start(directory, "tail", "-f", "-n", "1", "readings")) {
            await(tail, "number: 5");
            append("readings", "reading: {sensor: roof, number: 6, celsius: 0.0}\n");
            await(tail, "number: 6");
            assertEquals(List.of("  number: 5", "  number: 6"), numbers(tail.output()));
            tail.signal("TERM");
            assertEquals(143, tail.awaitEnd().code());
        }
    }

    private static void await(TestProcess process, String text) throws InterruptedException {
        Await.until(
                "the process prints " + text,
                () -> {
                    boolean isAlive = process.isAlive();
                    boolean isPrinted = process.output().contains(text);
                    assertTrue(isPrinted || isAlive, process::errors);
                    return isPrinted;
                },
                () -> "output=" + process.output());
    }

    @Test
    void aReaderThatGoesAwayEndsADumpQuietly() throws Exception {
        String many = "---\nreading: {sensor: attic, number: 7, celsius: 1.0}\n".repeat(5000);
        assertEquals(0, append("readings", many).code());
        String dump = String.join("' '", CommandProcess.command("dump", "readings"));
        List<String> command = List.of("sh", "-c", "{ '" + dump + "'; echo \"code=$?\" >&2; } | head -n 2");
        try (TestProcess process = CommandProcess.start(directory, Path.of("/dev/null"), command)) {
            Ended ended = process.awaitEnd();
            assertEquals(2, ended.out().lines().count());
            assertEquals("code=0\n", ended.err());
        }
    }

    /** What was read before it is still in the buffer when the error is to be told. */
    @Test
    void damageBehindWhatTheReaderOfADumpWantedIsToldWithoutAStack() throws Exception {
        long last = Index.position(Index.parse(run("dump", at("readings")).replaceAll("(?s).*--- # (\\S+) .*", "$1")));
        try (RandomAccessFile file = new RandomAccessFile(
                directory.resolve("readings/00000000.segment").toFile(), "rw")) {
            file.seek(last + 16);
            file.write(0xee);
        }
        String dump = String.join("' '", CommandProcess.command("dump", "readings"));
        List<String> command = List.of("sh", "-c", "{ '" + dump + "'; echo \"code=$?\" >&2; } | true");
        try (TestProcess process = CommandProcess.start(directory, Path.of("/dev/null"), command)) {
            String errors = process.awaitEnd().err();
            assertTrue(errors.startsWith("millrace: wrong frame checksum"), errors);
            assertTrue(errors.endsWith("code=3\n") && !errors.contains("\tat "), errors);
        }
    }

    @Test
    void aDocumentThatIsWrongIsNamedWithItsLine() throws Exception {
        Ended ended = append("other", "reading: {sensor: a, number: 1, celsius: 2.0}\n---\nreading:\n  sensr: b\n");
        assertEquals(2, ended.code());
        assertTrue(ended.err().contains("sensr") && ended.err().contains("sensor"), ended.err());
        assertTrue(ended.err().contains("document=2 line=4"), ended.err());
        assertTrue(ended.err().contains("messages=1"), ended.err());
        assertEquals(1, numbers(run("dump", at("other"))).size());
        Ended unknown = append("other", "redding: {}\n");
        assertTrue(unknown.err().contains("redding") && unknown.err().contains("reading"), unknown.err());
    }

    @Test
    void aPathThatIsNoChannelIsAnErrorThatSaysWhatItIs() throws Exception {
        Ended absent = fail("dump", at("absent"));
        assertEquals(2, absent.code());
        assertEquals("millrace: no such channel path=" + at("absent") + "\n", absent.err());
        String file = Files.createFile(directory.resolve("input.yaml")).toString();
        assertEquals(
                "millrace: a channel is a directory, not a file path=" + file + "\n",
                fail("tail", file).err());
        String above = fail("info", directory.toString()).err();
        assertTrue(above.contains("it holds the channels " + at("readings")), above);
    }

    @Test
    void whatIsExportedIsImportedWithoutClasses() throws Exception {
        String export = CommandProcess.run(directory, "export", "readings").well();
        Path exported = Files.writeString(directory.resolve("export.yaml"), export);
        List<String> command = CommandProcess.command("import", "copy");
        for (int code : List.of(ExitCode.OK, ExitCode.USAGE)) {
            try (TestProcess process = CommandProcess.start(directory, exported, command)) {
                Ended ended = process.awaitEnd();
                assertEquals(code, ended.code(), ended.err());
                String expected = code == ExitCode.OK ? "Imported 6 messages." : "directory=copy";
                assertTrue(ended.err().contains(expected), ended.err());
            }
        }
        assertEquals(withoutIndexes(run("dump", at("readings"))), withoutIndexes(run("dump", at("copy"))));
    }

    private static String withoutIndexes(String dump) {
        return dump.replaceAll("# [0-9]+:[0-9]+ ", "# ");
    }

    @Test
    void infoDescribesAJournalOfOtherMessagesThanCalls() {
        Path path = directory.resolve("plain");
        try (Journal journal = Journal.open(path, JournalOptions.defaults());
                Appender appender = journal.appender()) {
            appender.append(MemorySegment.ofArray(new byte[40]), 0, 40);
        }
        String info = run("info", path.toString());
        assertTrue(info.contains("messages  1\n"), info);
        assertTrue(info.contains("first     no call: cannot read record channel=plain index=0:"), info);
        assertTrue(info.contains(" reason=invalid envelope"), info);
        assertTrue(info.contains("segment   0 has 1 messages"), info);
    }

    @Test
    void infoDescribesAChannel() throws Exception {
        String info = run("info", "--count", at("readings"));
        assertTrue(info.matches("(?s).*\nmessages  6\n.*\nfirst     0:[0-9]+ reading, written .*"), info);
        assertTrue(info.contains("\ncalls     io.millrace.cli.Readings.reading 6\n"), info);
    }

    @Test
    void helpVersionAndCompletionAreThere() throws Exception {
        assertTrue(run("--version").startsWith("millrace "));
        assertTrue(run("--help").contains("Exit codes:"));
        for (String command :
                List.of("run", "dump", "tail", "append", "info", "schema", "top", "export", "import", "completion")) {
            assertTrue(run(command, "--help").contains("Examples:"), command);
        }
        assertTrue(run("completion").contains("complete -F"));
        assertTrue(run("man-pages", at("man")).startsWith("wrote "));
        String page = Files.readString(Path.of(at("man"), "millrace-positions.1"));
        assertTrue(page.startsWith(".TH MILLRACE\\-POSITIONS 1 "), page);
        assertTrue(page.contains(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nShow this help and end.\n"), page);
        Ended none = fail();
        assertEquals(2, none.code());
        assertEquals(
                "millrace: there is no command dumb; did you mean dump?\nTry 'millrace --help'.\n",
                fail("dumb").err());
        Ended far = fail("zzz");
        assertEquals(2, far.code());
        assertTrue(far.err().startsWith("millrace: there is no command zzz; there are run, dump, "), far.err());
        assertEquals(
                "millrace: there is no option --frm; did you mean --from?\nTry 'millrace dump --help'.\n",
                fail("dump", "--frm", "0:8", at("readings")).err());
        assertEquals(
                "millrace: this argument is one too many: more\nTry 'millrace dump --help'.\n",
                fail("dump", at("readings"), "more").err());
    }

    @Test
    void theHelpNamesTheCommandsThatTheLauncherBuilds() throws Exception {
        String launcher = Files.readString(Path.of("../../millrace"));
        String cases = launcher.replaceAll("(?s).*?\ncase [^\n]*\n(.*?)\nesac\n.*", "$1");
        List<String> commands = Pattern.compile("(?m)^ {4}([a-z |]+)\\)")
                .matcher(cases)
                .results()
                .flatMap(found -> Stream.of(found.group(1).split(" [|] ")))
                .toList();
        assertTrue(commands.size() >= 5 && commands.contains("load"), commands.toString());
        String help = run("--help");
        for (String command : commands) {
            assertTrue(help.matches("(?s).*\n  " + command + " +[A-Za-z].*"), command);
        }
    }
}
