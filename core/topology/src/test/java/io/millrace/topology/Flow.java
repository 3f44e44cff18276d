package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.History;
import io.millrace.fixtures.Await;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What the tests of topologies have in common: channels as text, and directories copied, deleted and cut. */
final class Flow {

    /** Where the journal's table keeps the run of the machine; docs/format/journal.md. */
    private static final long BOOT_OFFSET = 512;

    private static final long BOOT_BYTES = 64;

    private Flow() {}

    static ChannelOptions small() {
        return ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES));
    }

    /** Each call with its input and its position in the group, but without times and own indexes. */
    static List<String> calls(Channel channel) {
        List<String> calls = new ArrayList<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    StringBuilder call = new StringBuilder(cursor.yaml().strip());
                    History history = cursor.history();
                    for (int hop = 0; hop < history.size(); hop++) {
                        call.append(' ')
                                .append(history.source(hop).name())
                                .append('@')
                                .append(history.index(hop));
                    }
                    calls.add(call.append(" k=" + cursor.number() + (cursor.last() ? " last" : ""))
                            .toString());
                }
            }
        }
        return calls;
    }

    /** The index of every frame of a journal's last segment, metadata included. Only there a loss is no damage. */
    static List<Long> frames(Journal journal) {
        List<Long> indexes = new ArrayList<>();
        try (Tailer tailer = journal.tailer(TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE))) {
            while (tailer.read() == Read.MESSAGE) {
                indexes.add(tailer.index());
            }
        }
        long last = Index.segment(journal.lastIndex());
        indexes.removeIf(index -> Index.segment(index) < last);
        return indexes;
    }

    /** Copies what a kill would leave; a segment that is being prepared may get its name meanwhile and is left out. */
    static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(file -> !file.toString().endsWith(".preparing"))
                    .toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes everything from a frame of the last segment on as if the machine had gone down before it was stored:
     * zeros, and no trace of the run of the machine in which the journal was open.
     */
    static void cutAt(Path directory, long index) {
        Path segment = directory.resolve(String.format("%08d.segment", Index.segment(index)));
        zero(segment, Index.position(index), -1);
        zero(directory.resolve("journal.table"), BOOT_OFFSET, BOOT_BYTES);
    }

    static void zero(Path file, long position, long bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long count = bytes < 0 ? channel.size() - position : bytes;
            channel.write(ByteBuffer.allocate((int) count), position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the first segments of a channel, whatever their readers need. */
    static void trim(Channel channel, long atLeast) {
        Journal journal = channel.journal().orElseThrow();
        RetentionPolicy policy = RetentionPolicy.keepAll().withMaxSizeBytes(1).withReaders(ReaderPolicy.IGNORE);
        Await.until(
                atLeast + " messages are removed",
                () -> {
                    journal.retain(policy);
                    return journal.messagesBefore(Index.NONE) >= atLeast;
                },
                () -> "removed=" + journal.messagesBefore(Index.NONE));
    }
}
