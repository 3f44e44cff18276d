package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The input of a {@link Timed} component by which it is called when a time has come. It is ordered among the messages
 * and recorded as any other input, under the name {@value #NAME}, with the number of the call as its index. It stores
 * nothing: the component knows what is due, so the order that its output records is enough to make the calls again.
 */
final class TimeChannel implements Channel {

    static final String NAME = "time";

    /** A clock of a replay, which makes the recorded calls and no others. */
    static final EpochClock STOPPED = () -> Long.MIN_VALUE;

    private static final Source SOURCE = Source.external(NAME);

    private final Timed component;
    private final EpochClock clock;

    private TimeChannel(Timed component, EpochClock clock) {
        this.component = component;
        this.clock = clock;
    }

    /** Returns the inputs of a component, with that of the time after them if it is {@link Timed}. */
    static List<Channel> added(String service, List<Channel> inputs, Object component, EpochClock clock) {
        if (!(component instanceof Timed timed)) {
            return inputs;
        }
        for (Channel input : inputs) {
            if (input.name().equals(NAME)) {
                throw new ServiceException("a timed component cannot read a channel of the name " + NAME
                        + ", by which its output knows when it was due service=" + service + " input=" + NAME);
            }
        }
        List<Channel> all = new ArrayList<>(inputs);
        all.add(new TimeChannel(timed, clock));
        return all;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Source source() {
        return SOURCE;
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
    public ChannelWriter writer() {
        throw new ChannelException("the time is not written channel=" + NAME);
    }

    @Override
    public ChannelReader reader(Object handler, ReaderOptions options, Class<?>... interfaces) {
        return new TimeReader(SOURCE, component, clock);
    }

    @Override
    public ChannelCursor cursor() {
        throw new ChannelException("the time has no records to read channel=" + NAME);
    }

    /** Returns whether nothing is due later. */
    @Override
    public boolean ended() {
        return component.dueNs() == Timed.NEVER;
    }

    @Override
    public void markEnded() {
        throw new ChannelException("the time does not end channel=" + NAME);
    }

    @Override
    public void close() {}
}
