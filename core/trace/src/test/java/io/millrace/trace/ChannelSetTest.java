package io.millrace.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChannelSetTest {

    @TempDir
    Path data;

    @Test
    void channelsAreFoundByNameAndByJournal() {
        try (Channels channels = new Channels(data)) {
            Channel left = channels.journal("left");
            channels.journal("right");
            try (ChannelSet set = ChannelSet.open(data)) {
                assertEquals(List.of("left", "right"), set.names());
                assertEquals("left", set.channel("left").orElseThrow().name());
                assertEquals(
                        "left",
                        set.channel(left.journal().orElseThrow().id())
                                .orElseThrow()
                                .name());
                assertTrue(set.channel("none").isEmpty());
                assertEquals(Set.of(), set.problems().keySet());
            }
        }
    }

    @Test
    void whatCannotBeOpenedIsReportedAndLeavesTheOthers() throws IOException {
        try (Channels channels = new Channels(data)) {
            channels.journal("good");
            channels.journal("lost");
            channels.journal("version");
            channels.journal("z-copied");
            copy(data.resolve("good"), data.resolve("good-copy"));
        }
        Files.delete(data.resolve("lost/journal.table"));
        try (RandomAccessFile table =
                new RandomAccessFile(data.resolve("version/journal.table").toFile(), "rw")) {
            for (int copy = 0; copy <= 2_048; copy += 2_048) {
                table.seek(copy + 8);
                table.write(99);
            }
        }
        Files.createDirectory(data.resolve("database"));
        Files.writeString(data.resolve("database/file"), "no journal");
        Files.writeString(data.resolve("file"), "no directory");
        try (ChannelSet set = ChannelSet.open(data)) {
            assertEquals(List.of("good", "z-copied"), set.names());
            assertEquals(Set.of("good-copy", "lost", "version"), set.problems().keySet());
            assertTrue(set.problems().get("lost").startsWith("the channel has lost its file journal.table"));
            assertTrue(set.problems().get("good-copy").contains("holds the same journal as another channel"));
            assertTrue(
                    set.problems().get("version").contains("journal.table"),
                    set.problems().get("version"));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    @Test
    void channelsThatAppearDisappearOrAreReplacedAreSeenByARefresh() throws IOException {
        try (Channels channels = new Channels(data)) {
            channels.journal("old");
            channels.journal("stays");
        }
        try (ChannelSet set = ChannelSet.open(data)) {
            Channel old = set.channel("old").orElseThrow();
            Channel stays = set.channel("stays").orElseThrow();
            Files.move(data.resolve("old"), data.resolve("moved"));
            try (Channels channels = new Channels(data)) {
                channels.journal("old");
                set.refresh();
            }
            assertEquals(List.of("moved", "old", "stays"), set.names());
            assertEquals(
                    "moved",
                    set.channel(old.journal().orElseThrow().id()).orElseThrow().name());
            assertEquals(stays, set.channel("stays").orElseThrow());
            try (ChannelCursor cursor = stays.cursor()) {
                assertEquals(ChannelCursor.Entry.END, cursor.next());
            }
        }
    }

    @Test
    void aDirectoryThatDoesNotExistIsRefused() {
        Path none = data.resolve("none");
        TraceException error = assertThrows(TraceException.class, () -> ChannelSet.open(none));
        assertEquals("data directory does not exist directory=" + none, error.getMessage());
        ChannelSet set = ChannelSet.open(data);
        set.close();
        assertThrows(TraceException.class, set::refresh);
    }
}
