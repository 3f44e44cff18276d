package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.TestProcess.Ended;
import io.millrace.journal.Index;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Zeros from the eighth of 20,001 messages on: no command says that there are seven. */
@Tag("process")
class MissingRecordsTest {
    private static final int COUNT = 20_001;
    private static final int KEPT = 7;
    private static final int PAGE_BYTES = 4096;

    @TempDir
    private Path directory;

    private String channel;
    private long lost;

    @BeforeEach
    void zeroAPage() throws IOException {
        Path path = directory.resolve("readings");
        channel = path.toString();
        try (Channel written = Channel.journal("readings", path, ChannelOptions.defaults());
                ChannelWriter writer = written.writer()) {
            Readings readings = writer.as(Readings.class);
            for (int i = 0; i < COUNT; i++) {
                readings.reading(new Readings.Reading("attic", i, 20.5));
            }
        }
        try (Channel written = Channel.readOnly(path);
                Tailer tailer = written.journal().orElseThrow().tailer()) {
            assertEquals(SeekResult.FOUND, tailer.seekMessage(KEPT));
            assertEquals(Read.MESSAGE, tailer.read());
            lost = tailer.index();
        }
        try (RandomAccessFile file =
                new RandomAccessFile(path.resolve("00000000.segment").toFile(), "rw")) {
            file.seek(Index.position(lost));
            file.write(new byte[PAGE_BYTES]);
        }
    }

    private Ended expectMissing(String... arguments) {
        Ended ended = CommandCall.run(arguments);
        String what = String.join(" ", arguments);
        assertEquals(3, ended.code(), () -> what + "\n" + ended.err());
        String place = "file=" + directory.resolve("readings/00000000.segment") + " offset=" + Index.position(lost)
                + " index=" + Index.toText(lost) + " expected=frame actual=nothing";
        assertTrue(ended.err().contains("millrace: frames are missing before later frames " + place), ended::err);
        assertTrue(ended.err().contains("Try 'millrace verify PATH'"), ended::err);
        return ended;
    }

    @Test
    void dumpShowsWhatIsBeforeAndEndsWithDamage() {
        Ended ended = expectMissing("dump", channel);
        assertEquals(KEPT, ended.out().lines().filter("reading:"::equals).count(), ended::out);
        expectMissing("dump", channel, "--from", "2000-01-01");
        expectMissing("dump", channel, "--from", Index.toText(lost));
    }

    @Test
    void anExportHasNoEndAndIsNotImported() {
        for (String format : List.of("yaml", "json", "csv")) {
            Ended ended = expectMissing("export", "--format", format, channel);
            assertTrue(ended.out().contains("attic"), ended::out);
            assertFalse(ended.out().contains("export end"), ended::out);
            assertFalse(ended.out().contains("millraceExportEnd"), ended::out);
            String copy = directory.resolve("copy-" + format).toString();
            Ended imported = CommandCall.runOn(ended.out(), "import", "--format", format, copy);
            assertEquals(2, imported.code(), imported::err);
        }
    }

    @Test
    void tailShowsTheEndAndNotTheMiddle() {
        String last = CommandCall.run("tail", "-n", "1", channel).well();
        assertTrue(last.contains("number: " + (COUNT - 1)), last);
        expectMissing("tail", "-n", Integer.toString(COUNT), channel);
        expectMissing("tail", "--from", "2000-01-01", channel);
        expectMissing("tail", "-f", "--from", "2000-01-01", channel);
    }

    @Test
    void infoCountsByItsIndexAndTellsOfDamageWhereItReadsAll() {
        assertTrue(CommandCall.run("info", channel).well().contains("messages  20,001"));
        expectMissing("info", "--count", channel);
    }

    @Test
    void verifyAndRepairNameTheSamePlace() {
        Ended verified = CommandCall.run("verify", channel);
        assertEquals(3, verified.code(), verified::err);
        assertTrue(
                verified.out()
                        .startsWith("damage MISSING_FRAMES file=" + directory.resolve("readings/00000000.segment")
                                + " offset=" + Index.position(lost) + " index=" + Index.toText(lost)),
                verified::out);
        String copy = directory.resolve("repaired").toString();
        Ended repaired = CommandCall.run("repair", channel, "--to", copy);
        assertEquals(3, repaired.code(), repaired::err);
        assertTrue(repaired.out().contains("lost index=" + Index.toText(lost)), repaired::out);
        assertTrue(CommandCall.run("export", copy).well().contains("# millrace export end "));
    }
}
