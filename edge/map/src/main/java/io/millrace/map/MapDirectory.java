package io.millrace.map;

import io.millrace.channel.ChannelOptions;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.PeriodPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.SeekResult;
import io.millrace.wire.WireException;
import io.millrace.wire.WireLimitException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What is said of the directory of a map that cannot be opened or read. */
final class MapDirectory {

    /** The end of the name of a segment that is being made; a process that is killed then leaves it. */
    private static final String PREPARING = ".preparing";

    /** Bytes of a frame that an entry cannot have, for the envelope with its history. */
    private static final int ENVELOPE_BYTES = 2560;

    private MapDirectory() {}

    /** Returns the name of the channel. */
    static String name(Path directory) {
        Path folder = directory.toAbsolutePath().normalize().getFileName();
        return folder == null ? directory.toString() : folder.toString();
    }

    /** Returns how the channel of a map is opened for writing. */
    static ChannelOptions channelOptions(MapOptions options) {
        JournalOptions journal = JournalOptions.defaults()
                .withOwnership(options.ownership())
                .withFenceAfter(options.fenceAfter())
                .withDurability(options.durability())
                .withSegmentSizeBytes(options.segmentSizeBytes())
                .withRetention(retention(options))
                .withOwnerCheck(OwnerCheck.OFF); // the lock lets in one thread at a time
        return ChannelOptions.defaults()
                .withJournal(journal)
                .withTypes(options.types())
                .withLimits(options.limits());
    }

    private static RetentionPolicy retention(MapOptions options) {
        RetentionPolicy all = RetentionPolicy.keepAll();
        return options.compaction() == Compaction.OFF ? all : all.withPeriods(PeriodPolicy.REMOVE_CLOSED);
    }

    /** Refuses a directory with files and no journal, before a journal is created among them. */
    static void requireMap(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new MapException("a map is a directory, not a file directory=" + directory);
        }
        if (!Files.exists(directory) || Journal.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> {
                        String name = file.getFileName().toString();
                        return !name.startsWith("journal.") && !name.endsWith(".segment") && !name.endsWith(PREPARING);
                    })
                    .findFirst()
                    .ifPresent(file -> {
                        throw new MapException("directory holds files and no map directory=" + directory + " file="
                                + file.getFileName());
                    });
        } catch (IOException e) {
            throw new MapException("cannot read directory of the map directory=" + directory + " reason=" + e, e);
        }
    }

    /** Returns the bytes of the largest entry. */
    static long mostEntryBytes(MapOptions options) {
        return options.segmentSizeBytes() / 4 - ENVELOPE_BYTES;
    }

    /** Refuses an entry that no frame can hold. */
    static void checkEntry(Path directory, MapOptions options, long bytes) {
        long most = mostEntryBytes(options);
        if (bytes > most) {
            throw new MapException("entry is too large; larger segments hold larger ones directory=" + directory
                    + " bytes=" + bytes + " limit=" + most + " segmentSizeBytes=" + options.segmentSizeBytes());
        }
    }

    /** Refuses an index up to which not everything can be read now; before that is read, since calls are added. */
    static void requireReached(Journal journal, MapOptions options, long index) {
        long last = options.durability() == Durability.SYNCED ? journal.syncedIndex() : journal.lastIndex();
        if (index > last) {
            throw new MapException("index is after the last call directory=" + journal.directory() + " index="
                    + Index.toText(index) + " last=" + Index.toText(last));
        }
    }

    /** Returns the exception for an entry whose frame cannot be read. */
    static RuntimeException lost(Path directory, long frame, SeekResult result) {
        String text = " directory=" + directory + " index=" + Index.toText(frame) + " result=" + result;
        return result == SeekResult.BEFORE_START
                ? new MapException("retention has removed an entry of the map" + text)
                : new JournalDamagedException("entry of the map cannot be read" + text);
    }

    /** Returns the exception for an entry whose bytes cannot be read, or exceed the limits of this opening. */
    static RuntimeException damaged(Path directory, long frame, WireException error) {
        String text = " directory=" + directory + " index=" + Index.toText(frame) + " reason=" + error.getMessage();
        return error instanceof WireLimitException
                ? new MapException("entry of the map exceeds the limits" + text, error)
                : new JournalDamagedException("entry of the map cannot be read" + text, error);
    }
}
