package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The wire suite with Java serialisation, a stream for each message, so that each can be read by itself. */
public final class JavaWireWorkload extends WireWorkload {
    static final String FORMAT = "serialised";

    /** Creates the workload; a fork calls this. */
    public JavaWireWorkload() {}

    @Override
    List<String> formats() {
        return List.of(FORMAT);
    }

    @Override
    RoundTrip open(String format, WireMessage message) {
        return new Serialised(message);
    }

    private static final class Serialised extends RoundTrip {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final List<byte[]> messages = new ArrayList<>();
        private int next;

        Serialised(WireMessage message) {
            super(message);
        }

        @Override
        void rewind() {
            next = 0;
        }

        @Override
        int write() {
            out.reset();
            try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
                objects.writeObject(message());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (next == messages.size()) {
                messages.add(null);
            }
            messages.set(next, out.toByteArray());
            next++;
            return out.size();
        }

        @Override
        WireMessage read() {
            try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(messages.get(next++)))) {
                return (WireMessage) objects.readObject();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (ClassNotFoundException e) {
                throw new BenchmarkException("a class is missing: " + e.getMessage());
            }
        }
    }
}
