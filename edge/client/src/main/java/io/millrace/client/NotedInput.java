package io.millrace.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Tells each time when bytes have come, so that a long message that comes slowly is no silence. */
final class NotedInput extends FilterInputStream {

    private final Runnable received;

    NotedInput(InputStream in, Runnable received) {
        super(in);
        this.received = received;
    }

    @Override
    public int read() throws IOException {
        int next = super.read();
        note(next >= 0);
        return next;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count = super.read(to, offset, length);
        note(count > 0);
        return count;
    }

    private void note(boolean hasCome) {
        if (hasCome) {
            received.run();
        }
    }
}
