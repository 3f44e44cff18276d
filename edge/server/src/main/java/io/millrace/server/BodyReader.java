package io.millrace.server;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads the body of a request up to a limit, without holding a thread while the client sends it. */
final class BodyReader implements Runnable {

    private static final int FIRST_BYTES = 1024;

    private final Request request;
    private final int maxBytes;
    private final Consumer<byte[]> read;
    private final Runnable tooLong;
    private final Consumer<Throwable> failed;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(FIRST_BYTES);

    BodyReader(Request request, int maxBytes, Consumer<byte[]> read, Runnable tooLong, Consumer<Throwable> failed) {
        this.request = request;
        this.maxBytes = maxBytes;
        this.read = read;
        this.tooLong = tooLong;
        this.failed = failed;
    }

    /** Reads what has arrived, and asks to be called again while there is more to come. */
    @Override
    public void run() {
        if (request.getLength() > maxBytes) {
            tooLong.run();
            return;
        }
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                failed.accept(chunk.getFailure());
                return;
            }
            boolean fits = body.size() + chunk.remaining() <= maxBytes;
            if (fits) {
                append(chunk.getByteBuffer());
            }
            chunk.release();
            if (!fits) {
                tooLong.run();
                return;
            }
            if (chunk.isLast()) {
                read.accept(body.toByteArray());
                return;
            }
        }
    }

    private void append(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        body.writeBytes(copy);
    }
}
