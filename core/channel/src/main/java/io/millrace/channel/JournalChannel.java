package io.millrace.channel;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Appender;
import io.millrace.journal.BatchEncryption;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
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

/** A channel that is a journal in a directory; {@link Channel#journal} opens it. Any thread may use it. */
public final class JournalChannel implements Channel {

    private static final long LOOK_NS = 5_000_000;

    private final String name;
    private final Journal journal;
    private final Source source;
    private final ChannelOptions options;
    private volatile boolean ended;
    private int writers;
    private JournalWriter lastWriter;

    private JournalChannel(String name, Journal journal, ChannelOptions options) {
        this.name = name;
        this.journal = journal;
        this.source = Source.channel(name, journal.id());
        this.options = options;
    }

    static JournalChannel open(String name, Path directory, ChannelOptions options) {
        JournalChannel channel = new JournalChannel(name, Journal.open(directory, options.journal()), options);
        try {
            channel.checkEncryption();
            return channel;
        } catch (RuntimeException e) {
            channel.close();
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

    private Optional<KeyProvider> keys() {
        return options.encryption().map(ChannelEncryption::keys);
    }

    static JournalChannel openReadOnly(Path directory, ChannelOptions options) {
        Path folder = directory.toAbsolutePath().normalize().getFileName();
        String name = folder == null ? directory.toString() : folder.toString();
        return new JournalChannel(name, Journal.openReadOnly(directory), options);
    }

    /** Waits until there is a journal in a directory. */
    static void await(Path directory, Duration timeout) throws InterruptedException {
        long startNs = System.nanoTime();
        boolean isLong = timeout.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0;
        long timeoutNs = isLong ? Long.MAX_VALUE : timeout.toNanos();
        while (!Journal.exists(directory)) {
            if (System.nanoTime() - startNs >= timeoutNs) {
                throw new ChannelException(
                        "no writer created the channel in time directory=" + directory + " timeout=" + timeout);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for a channel directory=" + directory);
            }
            LockSupport.parkNanos(LOOK_NS);
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
    public synchronized JournalChannelWriter writer() {
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
        JournalWriter writer = new JournalWriter(this, appender, encryption);
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
                .withOwnerCheck(OwnerCheck.OFF)); // the reader checks
        FrameView view = new FrameView(name, journal, tailer, keys());
        return new JournalReader(this, tailer, view, handler, readerOptions, interfaces);
    }

    @Override
    public ChannelCursor cursor() {
        TailerOptions everything = TailerOptions.defaults()
                .withMetadata(MetadataFrames.INCLUDE)
                .withMark(MarkPolicy.NEVER)
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
        ended = true;
    }

    @Override
    public void close() {
        journal.close();
    }
}
