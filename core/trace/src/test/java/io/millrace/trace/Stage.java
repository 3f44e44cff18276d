package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;

/**
 * A component of the tests as a service runs it: takes the earliest of its inputs, and writes as many outputs as its
 * rule says. Taking an input comes 500 ns after the clock's time, writing the outputs 2,000 ns later.
 */
final class Stage implements Steps, AutoCloseable {

    static final long WAIT_NS = 500;
    static final long SERVICE_NS = 2_000;

    private final ManualClock clock;
    private final ChannelWriter writer;
    private final Steps out;
    private final List<ChannelReader> readers = new ArrayList<>();
    private final Input input = new Input();
    private LongToIntFunction rule = number -> 1;
    private long lastOutput = -1;

    Stage(String name, ManualClock clock, Channel output, Channel... inputs) {
        this.clock = clock;
        this.writer = output.writer();
        this.out = writer.as(Steps.class);
        for (Channel channel : inputs) {
            readers.add(channel.reader(this, ReaderOptions.defaults(), Steps.class));
            channel.journal().ifPresent(journal -> journal.position("restart of " + name));
        }
        output.journal().ifPresent(journal -> journal.position("restart of " + name));
    }

    Stage writing(LongToIntFunction outputs) {
        rule = outputs;
        return this;
    }

    /** Continues after messages of the inputs, in their order, as a restart does. */
    Stage after(long... indexes) {
        for (int i = 0; i < indexes.length; i++) {
            readers.get(i).seekAfter(indexes[i]);
        }
        return this;
    }

    @Override
    public void step(long number, String text) {
        int outputs = rule.applyAsInt(number);
        for (int k = 1; k <= outputs; k++) {
            out.step(number, outputs == 1 ? text : text + " part " + k);
        }
    }

    /** Takes all inputs there are, and returns how many. */
    int run() {
        int taken = 0;
        while (take()) {
            taken++;
        }
        return taken;
    }

    /** Takes one input; returns whether there was one, and notes its index under the number of its channel. */
    boolean take(long... taken) {
        ChannelReader first = null;
        for (ChannelReader reader : readers) {
            if (reader.next() == Poll.MESSAGE && (first == null || reader.timeNs() < first.timeNs())) {
                first = reader;
            }
        }
        if (first == null) {
            return false;
        }
        clock.advance(WAIT_NS);
        writer.begin(input.set(first, clock.nowNs()));
        first.dispatch();
        if (taken.length > 0) {
            taken[readers.indexOf(first)] = first.index();
        }
        clock.advance(SERVICE_NS);
        lastOutput = writer.commit();
        return true;
    }

    /** Takes one input, and returns the index of its first output, -1 where it had none. */
    long takeOne() {
        if (!take()) {
            throw new AssertionError("no input to take");
        }
        return lastOutput;
    }

    void checkpoint() {
        writer.journalWriter().ifPresent(JournalChannelWriter::checkpoint);
    }

    @Override
    public void close() {
        readers.forEach(ChannelReader::close);
        writer.close();
    }
}
