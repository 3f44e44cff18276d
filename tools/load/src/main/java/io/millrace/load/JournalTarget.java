package io.millrace.load;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.journal.RetentionPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A journal that messages are appended to. With more than one thread its ownership is shared. */
final class JournalTarget implements Target {
    private static final long DEFAULT_KEEP_BYTES = 1L << 30;
    private static final long DEFAULT_SEGMENT_BYTES = 64L << 20;
    private static final int LONGEST_MESSAGE = 1 << 20;

    private final Path directory;
    private final Complete complete;
    private final int sizeBytes;
    private final JournalOptions journalOptions;
    private final boolean appendsToExisting;
    private Journal journal;

    /** When an operation is over. */
    enum Complete {
        /** When the message is appended: readers see it, and it survives the process. */
        APPENDED,
        /** When it is on the device. */
        SYNCED,
        /** When a reader in this process has read it. */
        READ
    }

    private JournalTarget(TargetOptions options, Path directory) {
        this.directory = directory;
        this.complete = complete(options);
        this.sizeBytes = (int) options.number("sizeBytes", 64, Long.BYTES, LONGEST_MESSAGE);
        this.appendsToExisting = existing(options);
        long segmentBytes = options.number(
                "segmentBytes",
                DEFAULT_SEGMENT_BYTES,
                JournalOptions.MIN_SEGMENT_SIZE_BYTES,
                JournalOptions.MAX_SEGMENT_SIZE_BYTES);
        long keepBytes = options.number("keepBytes", DEFAULT_KEEP_BYTES, segmentBytes, Long.MAX_VALUE);
        if (complete == Complete.READ && options.threads() > 1) {
            throw new LoadException("complete=read needs exactly one thread threads=" + options.threads());
        }
        this.journalOptions = JournalOptions.defaults()
                .withOwnership(options.threads() > 1 ? Ownership.SHARED : Ownership.SINGLE)
                .withDurability(complete == Complete.SYNCED ? Durability.SYNCED : Durability.MAPPED)
                .withSegmentSizeBytes(segmentBytes)
                .withRetention(RetentionPolicy.keepAll().withMaxSizeBytes(keepBytes));
    }

    static JournalTarget of(TargetOptions options) {
        options.allow("complete", "sizeBytes", "keepBytes", "segmentBytes", "existing");
        if (options.address().isBlank()) {
            throw new LoadException(
                    "the target names no journal directory target=" + options.url() + " example=journal:data/load");
        }
        return new JournalTarget(options, Path.of(options.address()));
    }

    private static Complete complete(TargetOptions options) {
        String wanted = options.value("complete", "appended");
        for (Complete one : Complete.values()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(wanted)) {
                return one;
            }
        }
        throw new LoadException("option out of range complete=" + wanted + " known=[appended, synced, read]");
    }

    private static boolean existing(TargetOptions options) {
        return switch (options.value("existing", "refuse")) {
            case "refuse" -> false;
            case "append" -> true;
            default ->
                throw new LoadException(
                        "option out of range existing=" + options.value("existing", "") + " known=[refuse, append]");
        };
    }

    @Override
    public synchronized TargetSession prepare(List<OperationSpec> operations) {
        operations.forEach(operation -> operation.allow("message"));
        if (journal == null) {
            journal = open();
        }
        return new JournalSession(journal, operations, complete, sizeBytes);
    }

    private Journal open() {
        try {
            Journal opened = Journal.open(directory, journalOptions);
            long messages = opened.messages();
            if (messages > 0 && !appendsToExisting) {
                opened.close();
                throw new LoadException("journal already has messages directory=" + directory + " messages=" + messages
                        + " option=existing=append");
            }
            return opened;
        } catch (JournalException e) {
            throw new LoadException("cannot open journal; " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        if (journal != null) {
            journal.close();
            journal = null;
        }
    }
}
