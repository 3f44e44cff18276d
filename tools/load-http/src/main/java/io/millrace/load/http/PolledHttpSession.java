package io.millrace.load.http;

import io.millrace.load.Operation;
import io.millrace.load.PolledSession;
import java.io.IOException;
import java.util.List;

/** Requests of HTTP/1.1 without encryption, whose answers the issuing thread processes. */
final class PolledHttpSession implements PolledSession {
    private static final long WAIT_NS = 10_000_000;

    private final HttpLoop loop;
    private final RequestEncoder encoder;
    private final List<HttpOperation> kinds;

    PolledHttpSession(HttpLoop loop, RequestEncoder encoder, List<HttpOperation> kinds) {
        this.loop = loop;
        this.encoder = encoder;
        this.kinds = kinds;
    }

    @Override
    public void issue(Operation operation) throws IOException, InterruptedException {
        int number = operation.kind();
        HttpOperation kind = kinds.get(number);
        byte[] request = encoder.encode(number, kind, operation);
        while (!loop.hasRoom()) {
            loop.poll(WAIT_NS);
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while no connection was free");
            }
        }
        loop.start(operation, kind, request, encoder.length());
    }

    @Override
    public boolean poll(long waitNs) throws IOException {
        return loop.poll(waitNs);
    }

    @Override
    public boolean hasRoom() {
        return loop.hasRoom();
    }

    @Override
    public void close() {
        loop.close();
    }
}
