package io.millrace.channel;

import io.millrace.concurrent.BroadcastQueue;
import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.wire.CallSchema;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A channel in memory. Calls are encoded as in a journal, so a reader gets its own arguments, into a bounded ring of
 * bytes; a call's index is its number, from 0 on. Calls that all readers have read are removed, and nothing survives
 * the process.
 */
final class QueueChannel implements Channel {

    final BroadcastQueue queue;
    final QueueRecords<CallSchema> calls = new QueueRecords<>();
    final QueueRecords<Source> sources = new QueueRecords<>();
    private final String name;
    private final Source source;
    private final ChannelOptions options;
    private QueueWriter writer;
    private boolean written;
    private volatile boolean ended;

    QueueChannel(String name, int capacityBytes, ChannelOptions options) {
        this.name = Objects.requireNonNull(name, "name");
        this.options = Objects.requireNonNull(options, "options");
        this.source = Source.external(name);
        try {
            this.queue = new BroadcastQueue(capacityBytes, OwnerCheck.OFF); // writer and readers check
        } catch (IllegalArgumentException e) {
            throw new ChannelException("invalid queue size channel=" + name + " reason=" + e.getMessage(), e);
        }
    }

    ChannelOptions options() {
        return options;
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
        return Optional.empty();
    }

    @Override
    public Optional<Durability> durability() {
        return Optional.empty();
    }

    @Override
    public OptionalLong usedBytes() {
        return OptionalLong.of(queue.usedBytes());
    }

    @Override
    public synchronized ChannelWriter writer() {
        if (written && writer.owner.isClosed()) {
            writer.close(); // releases a writer that was closed while its thread lived, which has ended since
        }
        if (written) {
            throw new ChannelException("channel already has a writer channel=" + name);
        }
        writer = new QueueWriter(this);
        written = true;
        return writer;
    }

    synchronized void writerClosed() {
        written = false;
    }

    @Override
    public ChannelReader reader(Object handler, ReaderOptions readerOptions, Class<?>... interfaces) {
        ReadInterfaces.check(name, handler, interfaces);
        try {
            return new QueueReader(this, queue.reader(), handler, readerOptions, interfaces);
        } catch (IllegalStateException e) {
            throw new ChannelException("cannot add reader to queue channel=" + name + " reason=" + e.getMessage(), e);
        }
    }

    /** Refuses: calls that were read are removed. */
    @Override
    public ChannelCursor cursor() {
        throw new ChannelException("queue channel has no records to read channel=" + name);
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
        ended = true;
    }
}
