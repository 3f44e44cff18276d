package io.millrace.client;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Messages over TCP: a length of 4 bytes, big-endian, before each. */
final class TcpFraming extends Framing {

    private static final byte[] NOTHING = {};

    TcpFraming(Socket carrier, Runnable bytesReceived) throws IOException {
        super(carrier, bytesReceived);
    }

    @Override
    int headerBytes() {
        return Integer.BYTES;
    }

    @Override
    void put(ByteBuffer to, byte[] message) {
        to.putInt(message.length).put(message);
    }

    @Override
    byte[] next(SocketConnection connection) throws IOException, FrameException {
        int length = in().readInt();
        if (length < 1 || length > MAX_BYTES) {
            throw new FrameException(
                    FrameException.TOO_BIG, "the server has sent a frame of a wrong length length=" + length);
        }
        byte[] message = new byte[length];
        in().readFully(message);
        return message;
    }

    @Override
    byte[] closing(int code) {
        return NOTHING;
    }
}
