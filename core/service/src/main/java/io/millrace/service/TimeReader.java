package io.millrace.service;

import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.EpochClock;
import io.millrace.channel.History;
import io.millrace.channel.Poll;
import io.millrace.channel.Source;
import io.millrace.channel.Waited;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.journal.Index;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Calls a {@link Timed} component when a time has come. What it finds it does not hold: until the call is made, another
 * input may change what is due. For the thread of the service.
 */
final class TimeReader implements ChannelReader {

    /** The call as errors name it. */
    interface Due {
        void due();
    }

    private final Source source;
    private Timed component;
    private final EpochClock clock;
    private final CallSchema call = Wire.of(WireTypes.none()).calls(Due.class).getFirst();
    private final History none = new History();

    /** The number of the last call that was made. */
    private long last = Index.NONE;

    private long index = Index.NONE;

    TimeReader(Source source, Timed component, EpochClock clock) {
        this.source = source;
        this.component = component;
        this.clock = clock;
    }

    @Override
    public Poll next() {
        long dueNs = component.dueNs();
        boolean isDue = dueNs != Timed.NEVER && dueNs <= clock.nowNs();
        index = isDue ? last + 1 : last;
        return isDue ? Poll.MESSAGE : Poll.NOTHING;
    }

    /**
     * Finds a call that an output names, whatever the clock says.
     *
     * @return whether the component has something that is due, now or later
     */
    boolean find(long number) {
        index = number;
        return component.dueNs() != Timed.NEVER;
    }

    /** Finds the next call if it is due before a time. */
    boolean findBefore(long timeNs) {
        long dueNs = component.dueNs();
        boolean isDue = dueNs != Timed.NEVER && dueNs < timeNs;
        index = isDue ? last + 1 : last;
        return isDue;
    }

    /** Returns the number of the call after the last one that was made. */
    long following() {
        return last + 1;
    }

    @Override
    public void dispatch() {
        last = index;
        component.due();
    }

    @Override
    public void skip() {
        last = index;
    }

    @Override
    public Poll poll() {
        Poll poll = next();
        if (poll == Poll.MESSAGE) {
            dispatch();
        }
        return poll;
    }

    @Override
    public Source source() {
        return source;
    }

    @Override
    public long index() {
        return index;
    }

    /** Returns the time that is due, so that messages written before are taken before. */
    @Override
    public long timeNs() {
        return component.dueNs();
    }

    @Override
    public History history() {
        return none;
    }

    @Override
    public CallSchema call() {
        return call;
    }

    @Override
    public Optional<Method> answered() {
        return Optional.empty();
    }

    @Override
    public Object result() {
        return null;
    }

    @Override
    public Optional<Source> onlyOrigin() {
        return Optional.empty();
    }

    @Override
    public void handler(Object other) {
        component = (Timed) other;
    }

    @Override
    public String yaml() {
        return "due:\n";
    }

    @Override
    public long checksum() {
        return 0;
    }

    @Override
    public long skipped() {
        return 0;
    }

    @Override
    public long forgottenCalls() {
        return 0;
    }

    @Override
    public void toStart() {
        seekAfter(Index.NONE);
    }

    @Override
    public void toPeriod() {
        toStart();
    }

    @Override
    public void toEnd() {} // what was due and not done is due

    @Override
    public void seek(long number) {
        seekAfter(number - 1);
    }

    @Override
    public void seekAfter(long number) {
        last = number;
        index = number;
    }

    @Override
    public void seekTime(Instant time) {
        throw unsupported();
    }

    @Override
    public Waited read(IdleStrategy idle) {
        throw unsupported();
    }

    @Override
    public Waited read(Duration timeout, IdleStrategy idle) {
        throw unsupported();
    }

    @Override
    public Waited run(IdleStrategy idle) {
        throw unsupported();
    }

    private ChannelException unsupported() {
        return new ChannelException("the time is polled by a service alone channel=" + source.name());
    }

    @Override
    public void handOver() {}

    @Override
    public void close() {}
}
