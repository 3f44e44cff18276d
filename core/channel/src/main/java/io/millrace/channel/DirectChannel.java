package io.millrace.channel;

import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import java.util.Objects;
import java.util.Optional;

/**
 * A channel whose writer is the reader: a call is made on the reading component at once, in the same thread. Nothing is
 * encoded or stored, so the two components are one service: groups that are begun, committed or rolled back here are
 * groups of the channel that the reading component writes. The reader is therefore connected before the writer is
 * asked for.
 */
public final class DirectChannel implements Channel {

    private final String name;
    private final Source source;
    private Object handler;
    private ChannelWriter output;
    private volatile boolean ended;

    DirectChannel(String name) {
        this.name = Objects.requireNonNull(name, "name");
        this.source = Source.external(name);
    }

    /**
     * Connects the reading component.
     *
     * @param reader gets the calls
     * @param readersOutput the writer of the channel that the reader writes to; it is closed with this channel's writer
     * @throws ChannelException if a reader is connected already
     */
    public void connect(Object reader, ChannelWriter readersOutput) {
        if (handler != null) {
            throw new ChannelException("direct channel already has a reader channel=" + name + " reader="
                    + handler.getClass().getName() + " another="
                    + reader.getClass().getName());
        }
        handler = Objects.requireNonNull(reader, "reader");
        output = Objects.requireNonNull(readersOutput, "readersOutput");
    }

    /** Returns the reading component; throws if none is connected yet. */
    Object handler() {
        if (handler == null) {
            throw new ChannelException("direct channel has no reader yet channel=" + name);
        }
        return handler;
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

    /** Returns the durability of the channel that the reader writes to. */
    @Override
    public Optional<Durability> durability() {
        handler();
        return output.target().durability();
    }

    /** Returns a writer that calls the reader; groups and everything else go to the channel of the reader's output. */
    @Override
    public ChannelWriter writer() {
        handler();
        return new DirectWriter(this, output);
    }

    /** Refuses: a reader is connected by {@link #connect}, since it is called and does not poll. */
    @Override
    public ChannelReader reader(Object reader, ReaderOptions options, Class<?>... interfaces) {
        throw new ChannelException("direct channel cannot be polled; it calls its reader channel=" + name);
    }

    /** Refuses: nothing is stored. */
    @Override
    public ChannelCursor cursor() {
        throw new ChannelException("direct channel has no records to read channel=" + name);
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
