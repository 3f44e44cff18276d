package io.millrace.channel;

import io.millrace.channel.ChannelOptions.EndRecord;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Appender;
import io.millrace.journal.BatchEncryption;
import io.millrace.journal.Durability;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.JournalException;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.MessageDecryption;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Ownership;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A channel that is a journal in a directory; {@link Channel#journal} opens it. Any thread may use it. */
public final class JournalChannel implements Channel {

    private static final long LOOK_NS = 5_000_000;

    private final String name;
    private final Journal journal;
    private final Source source;
    private final ChannelOptions options;
    private final Place place;
    private volatile boolean ended;

    /** Readers do not believe an end up to here. */
    private volatile long doubtfulEnd = Index.NONE;

    /** What the writer had when it was last connected; readers do not believe an end before that either. */
    private volatile LongSupplier joinedEnd = () -> 0;

    /** The end that they do believe. */
    private volatile long believedEnd = Index.NONE;

    /** Whether this copy has caught up; null once it has, and where it need not. */
    private volatile BooleanSupplier catchingUp;

    private volatile String awaitedBy = "";
    private int writers;
    private JournalWriter lastWriter;

    /** Where the channel is written. */
    private enum Place {
        HERE,
        /** On another machine; what is here is a copy of it. */
        ELSEWHERE
    }

    private JournalChannel(String name, Journal journal, ChannelOptions options, Place place) {
        this.name = name;
        this.place = place;
        this.journal = journal;
        this.source = Source.channel(name, journal.id());
        this.options = options;
    }

    static JournalChannel open(String name, Path directory, ChannelOptions options) {
        return open(name, directory, options, FaultInjector.NONE);
    }

    /**
     * Opens a channel as {@link Channel#journal} does, for proofs: with an injector that its journal calls at every
     * fail point.
     */
    public static JournalChannel open(String name, Path directory, ChannelOptions options, FaultInjector injector) {
        JournalChannel channel =
                new JournalChannel(name, Journal.open(directory, options.journal(), injector), options, Place.HERE);
        channel.checked();
        return channel;
    }

    static JournalChannel copy(String name, Path directory, ChannelOptions options) {
        JournalChannel channel = new JournalChannel(name, Journal.openReadOnly(directory), options, Place.ELSEWHERE);
        channel.checked();
        return channel;
    }

    private void checked() {
        try {
            checkEncryption();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Checks the options against the first message: a channel is encrypted from its first message on or not at all. */
    private void checkEncryption() {
        try (Tailer tailer = journal.tailer(TailerOptions.defaults().withMark(MarkPolicy.NEVER))) {
            if (tailer.read() != Read.MESSAGE) {
                return;
            }
            boolean encrypted = MessageDecryption.isEncrypted(tailer);
            if (encrypted != options.encryption().isPresent()) {
                throw new ChannelException((encrypted
                                ? "channel is encrypted, but no keys were given"
                                : "keys were given, but the channel is not encrypted")
                        + " channel=" + name + " directory=" + journal.directory());
            }
        }
    }

    Optional<KeyProvider> keys() {
        return options.encryption().map(ChannelEncryption::keys);
    }

    static JournalChannel openReadOnly(Path directory, ChannelOptions options) {
        Path folder = directory.toAbsolutePath().normalize().getFileName();
        String name = folder == null ? directory.toString() : folder.toString();
        return new JournalChannel(name, Journal.openReadOnly(directory), options, Place.HERE);
    }

    /** Waits until there is a journal in a directory. */
    static void await(Path directory, Duration timeout) throws InterruptedException {
        long startNs = System.nanoTime();
        boolean isLong = timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0;
        long timeoutNs = isLong ? Long.MAX_VALUE : timeout.toNanos();
        while (!Journal.exists(directory)) {
            if (System.nanoTime() - startNs >= timeoutNs) {
                checkNotDamaged(directory);
                throw new ChannelException(
                        "no writer created the channel in time directory=" + directory + " timeout=" + timeout);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for a channel directory=" + directory);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** Throws if the journal has lost its table, since waiting does not help then. */
    private static void checkNotDamaged(Path directory) {
        try {
            Journal.openReadOnly(directory).close();
        } catch (JournalDamagedException e) {
            throw e;
        } catch (JournalException _) {
            // it does not exist
        }
    }

    /** Returns whether this is a copy of a channel that is written on another machine. */
    public boolean isCopy() {
        return place == Place.ELSEWHERE;
    }

    /**
     * Returns what the last record says of the end of this channel. Reads the journal from its end, and is not meant
     * for each message.
     */
    public ChannelEnd end() {
        return ChannelEnd.in(journal);
    }

    /**
     * Makes readers of this copy wait at ends of earlier runs of its writer, which may have continued after them, or be
     * about to: at the end that this copy has now, if it has one, and at those that its writer had when they were
     * connected. They do so until {@link #believeEnd()} or a later end. Called once, before the copy is read.
     *
     * @param joined an index that is greater than all that the writer had when it was last connected; 0 before that.
     *     Asked in any thread, for a reader at an end
     */
    public void doubtEnds(LongSupplier joined) {
        doubtfulEnd = end() == ChannelEnd.OPEN ? Index.NONE : journal.lastIndex();
        joinedEnd = joined;
    }

    /** Lets readers of this copy believe the end that it has now, and no earlier one. Any thread. */
    public void believeEnd() {
        believedEnd = journal.lastIndex();
    }

    /** Returns whether this copy has an end that its readers believe. Any thread; not meant for each message. */
    public boolean hasBelievedEnd() {
        long last = journal.lastIndex(); // a later end is believed a moment later
        return end() != ChannelEnd.OPEN && !isDoubtful(last);
    }

    /**
     * Returns whether the end that this copy may have now is of an earlier run, and no reader is to believe it yet. Any
     * thread; not meant for each message.
     */
    public boolean hasDoubtfulEnd() {
        long last = journal.lastIndex();
        return last != Index.NONE && isDoubtful(last) && end() != ChannelEnd.OPEN;
    }

    boolean isDoubtful(long end) {
        return end != believedEnd && (end <= doubtfulEnd || end < joinedEnd.getAsLong());
    }

    /**
     * Says that this copy may lack messages that its writer has, until it has caught up once. An input that is missing
     * meanwhile is waited for.
     *
     * @param caughtUp whether the copy holds what its writer had when they were connected; asked in any thread, until
     *     it is true
     */
    public void catchUp(BooleanSupplier caughtUp) {
        catchingUp = caughtUp;
    }

    /** Returns whether this is a copy that may lack messages that its writer has, and has not caught up yet. */
    public boolean isCatchingUp() {
        BooleanSupplier caughtUp = catchingUp;
        if (caughtUp == null) {
            return false;
        }
        if (caughtUp.getAsBoolean()) {
            catchingUp = null;
            return false;
        }
        return true;
    }

    /**
     * Notes that a service waits for an input that this copy lacks and may get, or no longer does.
     *
     * @param service its name; empty for none
     */
    public void awaitedBy(String service) {
        awaitedBy = service;
    }

    /** Returns the service that waits for an input that this copy lacks and may get; empty for none. Any thread. */
    public String awaitedBy() {
        return awaitedBy;
    }

    /**
     * Records that all hosts that read this channel hold it up to its end, unless that is recorded. Its writer is
     * closed.
     *
     * @throws ChannelException where it has not ended
     */
    public void recordHeld() {
        ChannelEnd end = end();
        if (end == ChannelEnd.OPEN) {
            throw new ChannelException("channel has not ended channel=" + name);
        }
        if (end == ChannelEnd.ENDED) {
            try (JournalWriter writer = newWriter()) {
                writer.end(ChannelEnd.HELD);
            }
        }
    }

    ChannelOptions options() {
        return options;
    }

    Journal open() {
        return journal;
    }

    long lastIndex() {
        return journal.lastIndex();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Source source() {
        return source;
    }

    @Override
    public Optional<Journal> journal() {
        return Optional.of(journal);
    }

    @Override
    public Optional<Durability> durability() {
        return Optional.of(options.journal().durability());
    }

    @Override
    public JournalChannelWriter writer() {
        return newWriter();
    }

    /**
     * Returns a writer that any number of threads call at the same time.
     *
     * @throws ChannelException if the channel is read-only or already has its only writer
     */
    public SharedWriter sharedWriter() {
        return new SharedWriter(newWriter(OwnerCheck.OFF)); // its lock lets in one thread at a time
    }

    private JournalWriter newWriter() {
        return newWriter(options.journal().ownerCheck());
    }

    private synchronized JournalWriter newWriter(OwnerCheck ownerCheck) {
        if (lastWriter != null && lastWriter.owner.isClosed()) {
            lastWriter.close(); // releases a writer that was closed while its thread lived, which has ended since
        }
        if (writers > 0 && options.journal().ownership() == Ownership.SINGLE) {
            throw new ChannelException("channel already has a writer channel=" + name);
        }
        Appender appender = journal.appender(OwnerCheck.OFF); // the writer checks
        BatchEncryption encryption;
        try {
            encryption = keys().map(keys -> new BatchEncryption(journal, appender, keys))
                    .orElse(null);
        } catch (RuntimeException e) {
            appender.close();
            throw e;
        }
        JournalWriter writer = new JournalWriter(this, appender, encryption, ownerCheck);
        writers++;
        lastWriter = writer;
        return writer;
    }

    synchronized void closed() {
        writers--;
    }

    @Override
    public ChannelReader reader(Object handler, ReaderOptions readerOptions, Class<?>... interfaces) {
        ReadInterfaces.check(name, handler, interfaces);
        Tailer tailer = journal.tailer(readerOptions
                .tailer()
                .withMetadata(MetadataFrames.INCLUDE)
                .withMark(isCopy() ? MarkPolicy.NEVER : readerOptions.tailer().mark()) // the copy is what is asked for
                .withOwnerCheck(OwnerCheck.OFF)); // the reader checks
        FrameView view = new FrameView(name, journal, tailer, keys());
        return new JournalReader(this, tailer, view, handler, readerOptions, interfaces);
    }

    @Override
    public ChannelCursor cursor() {
        return cursor(MarkPolicy.NEVER);
    }

    @Override
    public ChannelCursor acknowledgedCursor() {
        return cursor(isCopy() ? MarkPolicy.NEVER : MarkPolicy.ALWAYS); // as readers do
    }

    private ChannelCursor cursor(MarkPolicy mark) {
        TailerOptions everything = TailerOptions.defaults()
                .withMetadata(MetadataFrames.INCLUDE)
                .withMark(mark)
                .withOwnerCheck(OwnerCheck.OFF); // the cursor checks
        Tailer tailer = journal.tailer(everything);
        return new ChannelCursor(name, journal, tailer, new FrameView(name, journal, tailer, keys()));
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void markEnded() {
        if (options.end() == EndRecord.WRITTEN && lastWriter() != null && end() == ChannelEnd.OPEN) {
            lastWriter().end(ChannelEnd.ENDED);
        }
        ended = true;
    }

    private synchronized JournalWriter lastWriter() {
        return lastWriter;
    }

    @Override
    public void close() {
        journal.close();
    }
}
