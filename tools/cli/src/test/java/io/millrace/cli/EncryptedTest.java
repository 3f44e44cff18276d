package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.RestartPosition;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.leaks.ExpectedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted channels on the command line: with their keys, without, and after a subject was forgotten. */
@Tag("process")
class EncryptedTest {
    private static final String THREE = """
            reading: {sensor: attic, number: 0, celsius: 20.5}
            ---
            reading: {sensor: cellar, number: 1, celsius: 11.5}
            ---
            reading: {sensor: attic, number: 2, celsius: 21.0}
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void appendThree() throws Exception {
        Files.createDirectory(directory.resolve("keys"));
        Ended ended = append("--keys", at("keys"), "--subject", "sensor");
        assertEquals("Appended 3 messages.\n", ended.err());
    }

    private Ended append(String... more) {
        return appendTo("readings", THREE, more);
    }

    private Ended appendTo(String channel, String messages, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "append",
                at(channel),
                "--interface",
                "io.millrace.cli.Readings",
                "--classpath",
                JavaCommand.testClasses().toString()));
        arguments.addAll(List.of(more));
        return CommandCall.runOn(messages, arguments.toArray(String[]::new));
    }

    private String at(String name) {
        return directory.resolve(name).toString();
    }

    private static String run(String... arguments) {
        return CommandCall.run(arguments).well();
    }

    private void refused(Ended ended) {
        assertEquals(1, ended.code(), ended.out());
        assertTrue(ended.err().contains("encrypted, but no keys were given"), ended.err());
        assertFalse(ended.out().contains("attic"), ended.out());
    }

    @Test
    void withTheKeysEverythingIsRead() throws Exception {
        String dump = run("dump", at("readings"), "--keys", at("keys"));
        assertTrue(dump.contains("sensor: cellar\n  number: 1\n  celsius: 11.5\n"), dump);
        assertTrue(run("tail", "-n", "1", at("readings"), "--keys", at("keys")).contains("number: 2"));
        String hex = run("dump", at("readings"), "--keys", at("keys"), "--hex");
        assertTrue(hex.contains("0d 61 74 74 69 63"), hex);
        assertEveryByteOfTheFirstFrameIsShown(hex.lines().toList());
        String verified = run("verify", at("readings"), "--keys", at("keys"));
        assertTrue(verified.contains("decrypted 3 messages; the keys of 0 more are gone"), verified);
        String export = run("export", at("readings"), "--keys", at("keys"));
        assertEquals(
                "Imported 3 messages.\n",
                CommandCall.runOn(export, "import", at("copy"), "--keys", at("keys"))
                        .err());
        refused(CommandCall.run("dump", at("copy")));
        assertEquals(
                run("dump", at("readings"), "--keys", at("keys"), "--grep", "cellar")
                        .lines()
                        .skip(1)
                        .toList(),
                run("dump", at("copy"), "--keys", at("keys"), "--grep", "cellar")
                        .lines()
                        .skip(1)
                        .toList());
    }

    /** The lines follow each other without a gap, and end where the frame does. */
    private static void assertEveryByteOfTheFirstFrameIsShown(List<String> lines) {
        Pattern form = Pattern.compile(" +([0-9]+)  ((?:[0-9a-f]{2} ?)+) *(.*)");
        long next = -1;
        long begin = -1;
        long length = -1;
        for (String line : lines.subList(1, lines.size())) {
            if (line.startsWith("---")) {
                break;
            }
            Matcher matcher = form.matcher(line);
            if (!matcher.matches()) {
                assertEquals("# decrypted, at the offsets of the encrypted bytes:", line);
                continue;
            }
            long offset = Long.parseLong(matcher.group(1));
            assertEquals(next < 0 ? offset : next, offset, line);
            if (begin < 0) {
                begin = offset;
                length = Long.parseLong(matcher.group(3).replaceAll("frame +data, ([0-9]+) bytes", "$1"));
            }
            next = offset + matcher.group(2).trim().split(" ", -1).length;
        }
        assertEquals(begin + 8 + length, next);
    }

    @Test
    void withoutThemArgumentsAreRefusedAndTheRestIsShown() throws Exception {
        refused(CommandCall.run("dump", at("readings")));
        refused(CommandCall.run("tail", at("readings")));
        refused(CommandCall.run("export", at("readings")));
        refused(append());
        String info = run("info", "--count", at("readings"));
        assertTrue(info.contains("calls     io.millrace.cli.Readings.reading 3\n"), info);
        assertTrue(info.contains("encrypted yes, the arguments of all messages\n"), info);
        assertTrue(run("verify", at("readings")).contains("sound"));
    }

    @Test
    void aForgottenSubjectIsSaidToBeAndTheOthersAreRead() throws Exception {
        assertEquals(
                "Deleted 1 key of subject=attic.\nA process that has read with a key keeps it until it is restarted. A"
                        + " component that reads these messages starts again only from a snapshot after the last of"
                        + " them.\n",
                CommandCall.run("keys", "forget", at("keys"), "attic").err());
        String dump = run("dump", at("readings"), "--keys", at("keys"));
        assertTrue(dump.contains("# reading cannot be read: the key of its subject is gone subject=attic\n"), dump);
        assertTrue(dump.contains("sensor: cellar\n"), dump);
        assertFalse(dump.contains("number: 2"), dump);
        assertTrue(run("dump", at("readings"), "--keys", at("keys"), "--format", "json")
                .contains("\"method\":\"reading\",\"forgotten\":\"attic\"}"));
        assertTrue(run("verify", at("readings"), "--keys", at("keys"))
                .contains("decrypted 1 messages; the keys of 2 more are gone"));
        for (String format : List.of("yaml", "json", "csv")) {
            Ended export = CommandCall.run("export", "--format", format, at("readings"), "--keys", at("keys"));
            assertEquals(0, export.code());
            assertEquals(
                    "Left out 2 of 3 messages: the keys of their subjects were deleted: keys=" + at("keys") + "\n",
                    export.err());
        }
        assertEquals(2, CommandCall.run("keys", "forget", at("keys"), "attic").code());
    }

    @Test
    void aKeyIsKeptWhileAComponentWouldNeedItToStart() {
        long lastOfAttic;
        try (Journal readings = Journal.open(directory.resolve("readings"), JournalOptions.defaults())) {
            readings.position(RestartPosition.of("watch"));
            lastOfAttic = readings.lastIndex();
        }
        Ended kept = forgetWithData();
        assertEquals(1, kept.code(), kept.err());
        assertTrue(kept.err().startsWith("Deleted nothing: these could not start again."), kept.err());
        assertTrue(
                kept.err()
                        .contains("\n  component=watch channel=readings lastIndex=" + Index.toText(lastOfAttic)
                                + ", needs all messages\n"),
                kept.err());
        assertTrue(run("dump", at("readings"), "--keys", at("keys")).contains("number: 2"));
        try (Journal readings = Journal.open(directory.resolve("readings"), JournalOptions.defaults())) {
            readings.position(RestartPosition.of("watch")).set(lastOfAttic - 1);
        }
        assertEquals(1, forgetWithData().code());
        try (Journal readings = Journal.open(directory.resolve("readings"), JournalOptions.defaults())) {
            readings.position(RestartPosition.of("watch")).set(lastOfAttic);
        }
        Ended forgotten = forgetWithData();
        assertEquals(0, forgotten.code(), forgotten.err());
        assertEquals(
                "Deleted 1 key of subject=attic.\nA process that has read with a key keeps it until it is restarted.\n",
                forgotten.err());
    }

    /** A reader whose channel is a copy of what another host writes holds a position in its output alone. */
    @Test
    void aKeyIsKeptWhereAReaderNotesNothingInWhatItReads() {
        long lastOfAttic = 0;
        try (Channel readings = Channel.readOnly(directory.resolve("readings"));
                ChannelCursor cursor = readings.cursor();
                JournalChannel doubled =
                        Channel.journal("doubled", directory.resolve("doubled"), ChannelOptions.defaults());
                ChannelWriter writer = doubled.writer()) {
            doubled.journal().orElseThrow().position(RestartPosition.of("watch"));
            Readings out = writer.as(Readings.class);
            Input input = new Input();
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL) {
                    lastOfAttic = cursor.index();
                    writer.begin(input.set(readings.source(), cursor.index(), cursor.timeNs()));
                    out.reading(new Readings.Reading("none", 0, 0));
                    var _ = writer.commit();
                }
            }
        }
        Ended kept = forgetWithData();
        assertEquals(1, kept.code(), kept.err());
        assertTrue(
                kept.err()
                        .contains("\n  component=watch channel=readings lastIndex=" + Index.toText(lastOfAttic)
                                + ", what it needs is not noted there, as in a copy of what another host writes\n"),
                kept.err());
        assertTrue(run("dump", at("readings"), "--keys", at("keys")).contains("number: 2"));
    }

    @Test
    void theKeyIsKeptWhereADirectoryHasNoChannels() {
        Ended none = CommandCall.run("keys", "forget", at("keys"), "attic", "--data", at("keys"));
        assertEquals(ExitCode.USAGE, none.code(), none.err());
        assertTrue(none.err().contains("there are no channels below a data directory data="), none.err());
        assertTrue(run("dump", at("readings"), "--keys", at("keys")).contains("number: 2"));
    }

    private Ended forgetWithData() {
        return CommandCall.run("keys", "forget", at("keys"), "attic", "--data", directory.toString());
    }

    /** Asks for the content of the channel in every way with a directory of keys that cannot have it. */
    private void refusedWith(String keys, String reason) throws Exception {
        for (List<String> command : List.of(
                List.of("dump"),
                List.of("dump", "--format", "json"),
                List.of("tail"),
                List.of("verify"),
                List.of("export"),
                List.of("export", "--format", "csv"))) {
            List<String> arguments = new ArrayList<>(command);
            arguments.addAll(List.of(at("readings"), "--keys", keys));
            Ended ended = CommandCall.run(arguments.toArray(String[]::new));
            assertEquals(1, ended.code(), ended.out());
            assertTrue(ended.err().contains(reason), ended.err());
            assertFalse(ended.out().contains("forgotten") || ended.out().contains("sound"), ended.out());
        }
        Ended ended = append("--keys", keys, "--subject", "sensor");
        assertTrue(ended.err().contains(reason), ended.err());
    }

    @Test
    void withOtherKeysAllIsRefusedAndNothingIsSaidToBeForgotten() throws Exception {
        Files.createDirectory(directory.resolve("others"));
        refusedWith(at("others"), "reason=key does not exist and was not deleted");
        appendTo("elsewhere", THREE, "--keys", at("others"), "--subject", "sensor");
        refusedWith(at("others"), "reason=another key wrapped the data key file=" + at("others"));
    }

    @Test
    @ExpectedLog("no call so far has the field that names subjects")
    void aSubjectThatNoMessageHasIsRefusedAndSoIsNoneWhereTheOthersHaveOne() throws Exception {
        String before = run("dump", at("readings"), "--keys", at("keys"));
        Ended wrong = append("--keys", at("keys"), "--subject", "nosuch");
        assertEquals(ExitCode.USAGE, wrong.code());
        assertTrue(wrong.err().contains("subject=nosuch interfaces=[io.millrace.cli.Readings]"), wrong.err());
        Ended none = append("--keys", at("keys"));
        assertEquals(ExitCode.USAGE, none.code());
        assertTrue(none.err().contains("name their field with --subject channel=readings"), none.err());
        assertTrue(none.err().contains("subject=attic"), none.err());
        assertEquals(before, run("dump", at("readings"), "--keys", at("keys")));

        String export = run("export", at("readings"), "--keys", at("keys"));
        Ended copy = CommandCall.runOn(export, "import", at("copy"), "--keys", at("keys"), "--subject", "nosuch");
        assertEquals(ExitCode.USAGE, copy.code());
        assertTrue(copy.err().contains("no call has the subject field subject=nosuch calls=3"), copy.err());
        assertFalse(Files.exists(directory.resolve("copy")));
    }

    @Test
    void oneMessageWithASubjectAnywhereIsEnoughForOneToBeAskedFor() {
        String none = "reading: {sensor: '', number: 3, celsius: 1.5}\n"; // it is under the key of the channel
        appendTo("mixed", none + "---\n" + THREE + "---\n" + none, with("keys"));
        Ended ended = appendTo("mixed", THREE, "--keys", at("keys"));
        assertEquals(ExitCode.USAGE, ended.code(), ended.err());
        assertTrue(ended.err().contains(" subject=attic\n"), ended.err());

        appendTo("whole", THREE, "--keys", at("keys"));
        assertEquals(
                "Appended 3 messages.\n",
                appendTo("whole", THREE, "--keys", at("keys")).err());
    }

    private String[] with(String keys) {
        return new String[] {"--keys", at(keys), "--subject", "sensor"};
    }

    @Test
    void aChannelWhoseFirstMessageIsRefusedByItIsNotLeftEmpty() throws Exception {
        String whole = "reading: {sensor: attic, number: 0, celsius: 20.5}\n";
        String refused = whole.replace("attic", "a".repeat(70_000));
        Ended ended = appendTo("data/new", refused, with("keys"));
        assertEquals(ExitCode.FAILED, ended.code());
        assertEquals("millrace: subject must have 1 to 1024 bytes bytes=70000\n", ended.err());
        assertFalse(Files.exists(directory.resolve("data")));

        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertEquals(ExitCode.FAILED, appendTo("empty", refused, with("keys")).code());
        try (Stream<Path> files = Files.list(empty)) {
            assertEquals(List.of(), files.toList());
        }

        Ended second = appendTo("new", whole + "---\n" + refused, with("keys"));
        assertTrue(second.err().startsWith("Appended before the error: messages=1\n"), second.err());
        assertTrue(Files.exists(directory.resolve("new")));
        assertEquals(ExitCode.FAILED, appendTo("new", refused, with("keys")).code());
        assertTrue(run("verify", at("new")).contains("sound"));
    }

    @Test
    void aChannelInWhichAnotherHasWrittenMeanwhileIsLeft() {
        for (String keys : List.of("none", "keys")) {
            NewChannel made = new NewChannel(directory.resolve(keys + "-new"));
            appendTo(keys + "-new", THREE, keys.equals("none") ? new String[0] : with(keys));
            made.remove();
            assertTrue(Files.exists(directory.resolve(keys + "-new/journal.table")), keys);
        }
    }

    @Test
    void aChannelThatAnotherHasOpenIsLeftToIt() {
        Path place = directory.resolve("new");
        NewChannel made = new NewChannel(place);
        try (Journal journal = Journal.open(place, JournalOptions.defaults().withOwnership(Ownership.SHARED))) {
            made.remove();
            assertTrue(Files.exists(journal.directory().resolve("journal.table")));
        }
        made.remove();
        assertFalse(Files.exists(place));
    }
}
