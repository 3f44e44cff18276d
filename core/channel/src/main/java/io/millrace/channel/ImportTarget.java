package io.millrace.channel;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalLockedException;
import io.millrace.journal.JournalOptions;
import io.millrace.memory.Directories;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The channel that an import creates from text of any form: it gets calls with their times, counts them, and compares
 * their number with the last line of an export. It is created in {@code NAME.importing} beside its final directory and
 * renamed by {@link #finish}, so it exists completely or not at all. The next import to the same directory removes what
 * a killed import left. For one thread, once.
 */
public final class ImportTarget implements AutoCloseable {

    /** How an export is treated that is truncated, or has another number of calls than its last line says. */
    public enum Incomplete {
        /** It is an error, and no channel is created. */
        REFUSED,
        /** The channel has the calls that exist. */
        TAKEN
    }

    private static final String SUFFIX = ".importing";

    private final Path directory;
    private final Path making;
    private final List<String> missing = new ArrayList<>();
    private final Optional<String> subjectField;
    private final AtomicLong timeNs;
    private final Channel channel;
    private final JournalChannelWriter writer;

    private long calls;
    /** The calls before the present export, if the text consists of several exports. */
    private long callsBefore;

    /** Whether a call had the field of the subjects, or there need be none. */
    private boolean hasSubject;

    private boolean finished;

    private ImportTarget(
            Path directory,
            Path making,
            Optional<String> subjectField,
            AtomicLong timeNs,
            Channel channel,
            JournalChannelWriter writer) {
        this.directory = directory;
        this.making = making;
        this.timeNs = timeNs;
        this.subjectField = subjectField;
        this.hasSubject = subjectField.isEmpty();
        this.channel = channel;
        this.writer = writer;
    }

    /**
     * Begins a channel.
     *
     * @param directory its directory, whose name is the name of the channel
     * @param options how it is created; its clocks are those of the calls
     * @throws ChannelException if the directory exists, or the temporary directory contains files of something else
     * @throws JournalLockedException if another import to this directory is running
     */
    public static ImportTarget begin(Path directory, ChannelOptions options) {
        requireNothing(directory);
        Path place = directory.toAbsolutePath().normalize();
        Path making = making(place);
        if (Files.exists(making)) {
            requireLeft(making);
            remove(making);
        }
        AtomicLong timeNs = new AtomicLong();
        ChannelOptions clocked = options.withClock(timeNs::get)
                .withJournal(options.journal().withClock(() -> ChannelText.instant(timeNs.get())));
        JournalChannel channel = Channel.journal(place.getFileName().toString(), making, clocked);
        try {
            Optional<String> subjectField = options.encryption().flatMap(ChannelEncryption::subjectField);
            return new ImportTarget(place, making, subjectField, timeNs, channel, channel.writer());
        } catch (RuntimeException e) {
            channel.close();
            remove(making);
            throw e;
        }
    }

    /** Returns the temporary directory of an import, which remains if the import is killed. */
    public static Path making(Path directory) {
        Path place = directory.toAbsolutePath().normalize();
        return place.resolveSibling(place.getFileName() + SUFFIX);
    }

    /**
     * Checks that the directory of a new channel is absent or empty.
     *
     * @throws ChannelException if it is not
     */
    public static void requireNothing(Path directory) {
        if (Files.exists(directory)) {
            throw new ChannelException("directory for the import is not empty directory=" + directory);
        }
    }

    /** Checks that a directory contains only files of a killed import. */
    private static void requireLeft(Path making) {
        try (Stream<Path> files = Files.list(making)) {
            Optional<Path> other = files.filter(
                            file -> !file.getFileName().toString().startsWith("journal.")
                                    && !file.getFileName().toString().endsWith(".segment"))
                    .findFirst();
            if (other.isPresent()) {
                throw new ChannelException(
                        "temporary directory of the import contains a file of something else file=" + other.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot read files of an earlier import directory=" + making + " reason=" + e, e);
        }
        try {
            Journal.open(making, JournalOptions.defaults()).close();
        } catch (JournalLockedException e) {
            throw e;
        } catch (JournalException _) {
            // an unfinished channel cannot be opened, and is removed
        }
    }

    private static void remove(Path making) {
        try (Stream<Path> files = Files.walk(making)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot remove files of an earlier import directory=" + making + " reason=" + e, e);
        }
    }

    /** Sets the time of the next calls, in nanoseconds since the epoch. */
    public void time(long newTimeNs) {
        timeNs.set(newTimeNs);
    }

    /** Appends a call with encoded arguments. */
    public void call(CallSchema schema, BinaryOutput arguments) {
        hasSubject =
                hasSubject || FieldReader.of(schema, subjectField.orElseThrow()).isPresent();
        writer.call(schema, arguments.segment(), arguments.start(), arguments.length());
        calls++;
    }

    /** Returns the writer for calls that are not encoded yet; these are not counted. Owned by the import. */
    public JournalChannelWriter writer() {
        return writer;
    }

    /** Returns how many calls were appended. */
    public long calls() {
        return calls;
    }

    /**
     * Processes the last line of an export.
     *
     * @param expected its number, as text
     * @param line its line number
     */
    public void end(String expected, long line) {
        long actual = calls - callsBefore;
        if (!expected.equals(Long.toString(actual))) {
            missing.add("number of calls differs from last line of export line=" + line + " expected=" + expected
                    + " calls=" + actual);
        }
        callsBefore = calls;
    }

    /**
     * Notes that an export has no last line.
     *
     * @param form the form of that line
     * @param line the line number where the text ends
     */
    public void cutOff(String form, long line) {
        missing.add("export is truncated: it has no last line '" + form + "' line=" + line + " calls="
                + (calls - callsBefore));
    }

    /**
     * Gives the channel its final directory.
     *
     * @throws ChannelException if the export is incomplete and that is refused, or no call has the field of the
     *     subjects
     */
    public ImportReport finish(Incomplete incomplete) {
        if (!missing.isEmpty() && incomplete == Incomplete.REFUSED) {
            throw new ChannelException(missing.getFirst() + " imported=0 directory=" + directory);
        }
        if (calls > 0 && !hasSubject) {
            throw new ChannelException("no call has the subject field subject=" + subjectField.orElseThrow() + " calls="
                    + calls + " imported=0 directory=" + directory);
        }
        closeChannel();
        try {
            requireNothing(directory);
            Files.move(making, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot rename the imported channel from=" + making + " to=" + directory + " reason=" + e, e);
        }
        Directories.force(directory.getParent());
        finished = true;
        return new ImportReport(calls, missing);
    }

    private void closeChannel() {
        writer.close();
        channel.close();
    }

    /** Removes the channel unless it is finished. */
    @Override
    public void close() {
        if (!finished) {
            closeChannel();
            remove(making);
        }
    }
}
