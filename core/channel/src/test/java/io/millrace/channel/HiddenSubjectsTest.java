package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.LogCapture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory of keys that hides the names of subjects: without it a journal does not tell whose messages it has. */
class HiddenSubjectsTest {

    @TempDir
    Path scratch;

    private Channel open(String name, FileKeyProvider keys) {
        return Channel.journal(
                name,
                scratch.resolve(name),
                ChannelOptions.defaults()
                        .withJournal(
                                JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES))
                        .withEncryption(ChannelEncryption.of(keys).withSubjectField("symbol")));
    }

    private void write(String name, FileKeyProvider keys) {
        try (Channel channel = open(name, keys);
                ChannelWriter writer = channel.writer()) {
            for (int i = 0; i < 40; i++) {
                String symbol = i % 2 == 0 ? "annabel" : "bob-" + i;
                writer.as(Trades.class).trade(new Trade(symbol, Instant.ofEpochSecond(i), 0.5, i));
            }
            writer.as(Notes.class).note("of nobody", 1);
        }
    }

    private List<String> readAll(String name, FileKeyProvider keys) {
        Received received = new Received();
        try (Channel channel = open(name, keys);
                ChannelReader reader = channel.reader(received, ReaderOptions.defaults(), Trades.class, Notes.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                // each call is kept by the handler
            }
        }
        return List.copyOf(received.calls);
    }

    private Set<String> subjects(String name, FileKeyProvider keys) {
        Set<String> subjects = new LinkedHashSet<>();
        try (Channel channel = open(name, keys);
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                subjects.add(cursor.subject().orElseThrow());
            }
        }
        return subjects;
    }

    private boolean names(String directory, String subject) throws IOException {
        byte[] wanted = subject.getBytes(StandardCharsets.UTF_8);
        try (Stream<Path> files = Files.list(scratch.resolve(directory))) {
            for (Path file : files.toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (text.contains(new String(wanted, StandardCharsets.ISO_8859_1))) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    void aJournalDoesNotStateTheNameOfASubjectAndItsKeyIsFoundByTheName() throws IOException {
        FileKeyProvider keys = FileKeyProvider.open(scratch.resolve("keys"));
        write("shown", FileKeyProvider.open(scratch.resolve("others")));
        assertTrue(names("shown", "annabel"), "what this test looks for is found where nothing hides it");
        keys.hideSubjects();
        keys.hideSubjects();
        write("hidden", keys);
        assertFalse(names("hidden", "annabel"));
        assertEquals(
                41,
                readAll("hidden", FileKeyProvider.openExisting(scratch.resolve("keys")))
                        .size());
        Set<String> subjects = subjects("hidden", keys);
        assertEquals(22, subjects.size());
        assertTrue(subjects.remove("hidden"), "a call without the field has the channel as its subject");
        assertTrue(subjects.stream().allMatch(subject -> subject.matches("[0-9a-f]{64}")), subjects::toString);
        assertEquals(keys.subject("annabel"), subjects.iterator().next());
        keys.rotate("annabel");
        write("hidden", keys);
        assertEquals(2, keys.forget("annabel"));
        assertEquals(42, readAll("hidden", keys).size());
        assertEquals(1, keys.forget("hidden"));
        assertEquals(40, readAll("hidden", keys).size());
        assertEquals(0, keys.forget("annabel"));
    }

    @Test
    void directoriesHideANameDifferentlyAndOnlyBeforeTheirFirstKey() {
        FileKeyProvider one = FileKeyProvider.open(scratch.resolve("one"));
        FileKeyProvider other = FileKeyProvider.open(scratch.resolve("other"));
        one.hideSubjects();
        other.hideSubjects();
        assertNotEquals(one.subject("annabel"), other.subject("annabel"));
        assertEquals(one.subject("annabel"), one.subject("annabel"));
        FileKeyProvider used = FileKeyProvider.open(scratch.resolve("used"));
        write("used-by", used);
        assertEquals("annabel", used.subject("annabel"));
        JournalException late = assertThrows(JournalException.class, used::hideSubjects);
        assertTrue(late.getMessage().startsWith("subjects can be hidden before the first key alone file="));
        used.forget("annabel");
        assertThrows(JournalException.class, used::hideSubjects);
    }

    @Test
    void aSecretThatIsNotWholeIsRefused() throws IOException {
        Path secret = scratch.resolve("keys/subjects.secret");
        FileKeyProvider.open(scratch.resolve("keys")).hideSubjects();
        for (int bytes : new int[] {0, 31, 33}) {
            Files.write(secret, new byte[bytes]);
            FileKeyProvider keys = FileKeyProvider.openExisting(scratch.resolve("keys"));
            JournalException error = assertThrows(JournalException.class, () -> keys.subject("annabel"));
            assertEquals("the secret of subjects must have 32 bytes file=" + secret, error.getMessage());
        }
    }

    @Test
    @ExpectedLog("no call so far has the field that names subjects")
    void aFieldThatNoCallHasIsSaid() {
        ChannelEncryption misspelt = ChannelEncryption.of(FileKeyProvider.open(scratch.resolve("keys")))
                .withSubjectField("simbol");
        try (LogCapture said = LogCapture.of("io.millrace");
                Channel channel = Channel.journal(
                        "trades",
                        scratch.resolve("trades"),
                        ChannelOptions.defaults().withEncryption(misspelt));
                ChannelWriter writer = channel.writer()) {
            Trades trades = writer.as(Trades.class);
            trades.trade(new Trade("annabel", Instant.EPOCH, 0.5, 1));
            trades.trade(new Trade("annabel", Instant.EPOCH, 0.5, 2));
            assertEquals(1, said.count("channel=trades subjectField=simbol calls="));
        }
    }
}
