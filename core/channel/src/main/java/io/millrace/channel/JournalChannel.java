package io.millrace.channel;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Ownership;
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
        return new JournalChannel(name, Journal.open(directory, options.journal()), options);
    }

    static JournalChannel openReadOnly(Path directory) {
        Path folder = directory.toAbsolutePath().normalize().getFileName();
        String name = folder == null ? directory.toString() : folder.toString();
        return new JournalChannel(name, Journal.openReadOnly(directory), ChannelOptions.defaults());
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
        JournalWriter writer = new JournalWriter(this, journal.appender());
        writers++;
        return writer;
    }

    synchronized void closed(JournalWriter writer) {
        writers--;
    }

    @Override
    public ChannelReader reader(Object handler, ReaderOptions readerOptions, Class<?>... interfaces) {
        ReadInterfaces.check(name, handler, interfaces);
        return new JournalReader(this, journal.tailer(readerOptions.tailer()), handler, readerOptions, interfaces);
    }

    @Override
    public ChannelCursor cursor() {
        TailerOptions everything = TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE);
        return new ChannelCursor(name, journal, journal.tailer(everything));
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
