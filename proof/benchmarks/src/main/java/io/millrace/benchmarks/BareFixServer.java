package io.millrace.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Sends back what it reads: what sockets take without an engine. */
public final class BareFixServer extends PolledServer {

    private static final int BUFFER_BYTES = 1 << 16;

    /** Creates the server; its process calls this. */
    public BareFixServer() {}

    @Override
    Connection accepted(SocketChannel channel) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        return () -> echo(channel, buffer);
    }

    private static boolean echo(SocketChannel channel, ByteBuffer buffer) throws IOException {
        int count = channel.read(buffer.clear());
        if (count > 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } else if (count < 0) {
            channel.close();
        }
        return count >= 0;
    }
}
