package io.millrace.load;

import java.util.Set;

/** Creates targets for {@code tcp:HOST:PORT}. */
public final class TcpTargetProvider implements TargetProvider {
    /** Creates the provider; called by the service loader. */
    public TcpTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("tcp");
    }

    @Override
    public String help() {
        return "tcp:HOST:PORT sends requests over plain TCP, and takes the answers as those of the oldest requests."
                + " Fields: with framing=lines line (else the number of the operation), with framing=length message"
                + " (else sizeBytes bytes). Options: framing=lines|length (a length is 4 bytes before the message),"
                + " order=big|little (of a length), sizeBytes=64, connection=kept|each (each: a new one for each"
                + " request), in-flight (of each thread; 16384, or 256 connections), longestBytes=65536 (of an answer),"
                + " fail=REGEX (lines that match are failures).";
    }

    @Override
    public String defaultOperation() {
        return "request";
    }

    @Override
    public Target target(TargetOptions options) {
        return TcpTarget.of(options);
    }
}
