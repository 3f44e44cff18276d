package io.millrace.trace;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.Source;

/** An external source of the tests, which numbers its items from 0. */
final class Feed implements AutoCloseable {

    private final Source source;
    private final ManualClock clock;
    private final ChannelWriter writer;
    private final Steps out;
    private final Input input = new Input();
    private long item;

    Feed(String name, ManualClock clock, Channel output) {
        this.source = Source.external(name);
        this.clock = clock;
        this.writer = output.writer();
        this.out = writer.as(Steps.class);
        output.journal().orElseThrow().position("restart of " + name);
    }

    /** Sends an item, and returns the index of its message. */
    long send(long number) {
        return send(number, "item " + number);
    }

    long send(long number, String text) {
        writer.begin(input.set(source, item++, clock.nowNs()));
        clock.advance(1_000);
        out.step(number, text);
        return writer.commit();
    }

    @Override
    public void close() {
        writer.close();
    }
}
