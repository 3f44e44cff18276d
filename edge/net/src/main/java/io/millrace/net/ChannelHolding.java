package io.millrace.net;

import io.millrace.replication.Holding;
import io.millrace.topology.HostLimits;

/** The limit of one channel of a spare. */
record ChannelHolding(HostLimits limits, String channel) implements Holding {

    @Override
    public long limit() {
        return limits.limit(channel);
    }

    @Override
    public void received() {
        limits.received(channel);
    }

    @Override
    public void cutting(long position) {
        limits.cutting(channel, position);
    }

    @Override
    public void cut() {
        limits.cut(channel);
    }

    @Override
    public String failure() {
        return limits.failure();
    }
}
