package io.millrace.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Standard output as UTF-8, buffered. The first write that fails decides how all later ones fail: with {@link
 * ClosedByReader} if the reader of a pipe has closed it, as {@code head} does, which ends the command quietly, and with
 * {@link OutputException} for every other reason, such as a full disk, which is an error.
 */
final class Output implements AutoCloseable {
    private static final int BUFFER_CHARS = 64 * 1024;
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private final Writer writer;
    private final OutputStream stream;
    private RuntimeException failure;

    Output(OutputStream stream) {
        this.stream = new Guarded(stream);
        writer = new BufferedWriter(new OutputStreamWriter(this.stream, StandardCharsets.UTF_8), BUFFER_CHARS);
    }

    /** Returns the output of this process. */
    static Output standard() {
        return new Output(new FileOutputStream(FileDescriptor.out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                try {
                    super.write(bytes, offset, length);
                } catch (IOException e) {
                    throw isPipe() ? new BrokenPipe(e) : e;
                }
            }
        });
    }

    /**
     * Returns whether an error is a closed pipe: the message of the operating system depends on the user's language,
     * the kind of the output does not.
     */
    private static boolean isPipe() {
        try {
            String target = Files.readSymbolicLink(STANDARD_OUTPUT).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException e) {
            return false; // not Linux: the message decides
        }
    }

    /** The reader of a pipe has gone. */
    static final class BrokenPipe extends IOException {
        private static final long serialVersionUID = 1L;

        BrokenPipe(IOException cause) {
            super(cause);
        }
    }

    /** Thrown when the reader of the output has closed it and wants no more. */
    static final class ClosedByReader extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        ClosedByReader(IOException cause) {
            super(cause);
        }
    }

    /** Fails every write like the first that failed. */
    private final class Guarded extends FilterOutputStream {

        Guarded(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            check();
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                throw fail(e);
            }
        }

        @Override
        public void flush() {
            check();
            try {
                out.flush();
            } catch (IOException e) {
                throw fail(e);
            }
        }
    }

    private void check() {
        if (failure != null) {
            throw failure;
        }
    }

    private RuntimeException fail(IOException error) {
        String message = String.valueOf(error.getMessage());
        failure = error instanceof BrokenPipe || message.contains("Broken pipe")
                ? new ClosedByReader(error)
                : new OutputException("cannot write to standard output reason=" + message, error);
        return failure;
    }

    void print(String text) {
        try {
            writer.write(text);
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /** Returns the stream itself, for bytes, after all printed text was written. */
    OutputStream stream() {
        flush();
        return stream;
    }

    void line(String text) {
        print(text);
        print("\n");
    }

    void flush() {
        try {
            writer.flush();
        } catch (IOException e) {
            throw fail(e);
        }
    }

    /** Flushes without an exception while another exception is thrown; the next {@link #flush} fails instead. */
    void flushQuietly() {
        try {
            flush();
        } catch (ClosedByReader | OutputException e) {
            failure = e;
        }
    }

    @Override
    public void close() {
        flush();
    }
}
