package io.millrace.remote;

import io.millrace.interaction.SessionHandler;

/** A handler that a client chooses: it answers each ping with a beat, so many times its number. */
record Heartbeat(long factor) implements SessionHandler<Heart, Beats> {

    @Override
    public Heart open(Beats client) {
        return new Heart() {
            @Override
            public long ping(long number) {
                client.beat(number * factor);
                return number + 1;
            }

            @Override
            public void close() {
                client.ended("the heart was closed");
            }
        };
    }
}
