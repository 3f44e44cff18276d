package io.millrace.cli;

import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;

/** A table that has room for nothing: it refuses each row. */
final class ToyRefusal implements Gateway, Averages {
    private final Rows out;
    private GatewayContext context;

    public ToyRefusal(Rows out) {
        this.out = out;
    }

    @Override
    public void open(GatewayContext opened) {
        context = opened;
    }

    @Override
    public void average(String sensor, long upTo, double celsius) {
        context.refused("no room for it sensor=" + sensor + " upTo=" + upTo);
        out.written(-1);
    }

    @Override
    public void commit() {}

    @Override
    public void rollback() {}

    @Override
    public void close() {}
}
