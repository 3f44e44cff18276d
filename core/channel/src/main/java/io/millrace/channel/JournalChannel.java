package io.millrace.channel;

import io.millrace.journal.Appender;
import io.millrace.journal.BatchEncryption;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.MessageDecryption;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Ownership;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.nio.file.Path;
import java.util.Optional;

/** A channel that is a journal in a directory. */
final class JournalChannel implements Channel {

    private final String name;
    private final Journal journal;
    private final Source source;
    private final ChannelOptions options;
    private volatile boolean ended;
    private int writers;

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

    /** A channel is encrypted from its first message on or not at all; so one look tells what the journal is. */
    private void checkEncryption() {
        try (Tailer tailer = journal.tailer()) {
            if (tailer.read() != Read.MESSAGE) {
                return;
            }
            boolean encrypted = MessageDecryption.isEncrypted(tailer);
            if (encrypted != options.encryption().isPresent()) {
                throw new ChannelException((encrypted
                                ? "the channel is encrypted, and no keys were given"
                                : "keys were given, and the channel is not encrypted")
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
    public synchronized ChannelWriter writer() {
        if (writers > 0 && options.journal().ownership() == Ownership.SINGLE) {
            throw new ChannelException("the channel has its one writer already channel=" + name);
        }
        Appender appender = journal.appender();
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
        return writer;
    }

    synchronized void closed(JournalWriter writer) {
        writers--;
    }

    @Override
    public ChannelReader reader(Object handler, ReaderOptions readerOptions, Class<?>... interfaces) {
        ReadInterfaces.check(name, handler, interfaces);
        Tailer tailer = journal.tailer(readerOptions.tailer().withMetadata(MetadataFrames.INCLUDE));
        FrameView view = new FrameView(name, journal, tailer, keys());
        return new JournalReader(this, tailer, view, handler, readerOptions, interfaces);
    }

    @Override
    public ChannelCursor cursor() {
        TailerOptions everything = TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE);
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
