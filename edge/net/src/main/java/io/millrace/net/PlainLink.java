package io.millrace.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** A link of plain TCP, by a blocking channel: memory that is mapped goes to the socket without a copy in Java. */
final class PlainLink extends Link {

    private final SocketChannel channel;
    private final ByteBuffer[] both = new ByteBuffer[2];

    PlainLink(SocketChannel channel, HostPort peer, LinkWatch watch) {
        super(peer, watch);
        this.channel = channel;
    }

    @Override
    public Optional<String> peerName() {
        return Optional.empty();
    }

    @Override
    int receive(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    void send(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
            progressed();
        }
    }

    @Override
    void send(ByteBuffer first, ByteBuffer second) throws IOException {
        both[0] = first;
        both[1] = second;
        while (first.hasRemaining() || second.hasRemaining()) {
            channel.write(both);
            progressed();
        }
    }

    @Override
    void abort() throws IOException {
        channel.close();
    }
}
