package io.millrace.cli;

import java.io.BufferedWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Standard output as UTF-8, buffered. Where its reader has gone away, as {@code head} does, every write fails with
 * {@link ClosedByReader}, which ends the command quietly.
 */
final class Output implements AutoCloseable {
    private static final int BUFFER_CHARS = 64 * 1024;

    private final Writer writer;
    private final OutputStream stream;

    Output(OutputStream stream) {
        this.stream = stream;
        writer = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), BUFFER_CHARS);
    }

    /** Nobody reads what is written. */
    static final class ClosedByReader extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        ClosedByReader(IOException cause) {
            super(cause);
        }
    }

    void print(String text) {
        try {
            writer.write(text);
        } catch (IOException e) {
            throw new ClosedByReader(e);
        }
    }

    /** The stream itself, for bytes, behind all that has been printed. */
    OutputStream stream() {
        flush();
        return new FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                try {
                    out.write(bytes, offset, length);
                } catch (IOException e) {
                    throw new ClosedByReader(e);
                }
            }
        };
    }

    void line(String text) {
        print(text);
        print("\n");
    }

    void flush() {
        try {
            writer.flush();
        } catch (IOException e) {
            throw new ClosedByReader(e);
        }
    }

    @Override
    public void close() {
        flush();
    }
}
