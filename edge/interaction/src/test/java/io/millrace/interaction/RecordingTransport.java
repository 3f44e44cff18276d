package io.millrace.interaction;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is sent, as text. */
final class RecordingTransport implements FrameTransport {

    final List<String> sent = new ArrayList<>();
    String end = "";

    @Override
    public void send(ByteBuffer frame) {
        sent.add(StandardCharsets.UTF_8.decode(frame.duplicate()).toString());
    }

    @Override
    public void flush() {
        // Nothing waits.
    }

    @Override
    public void close(String reason) {
        end = reason;
    }

    /** Returns what was sent since the last time, with single quotes in place of double ones. */
    List<String> taken() {
        List<String> taken = sent.stream().map(text -> text.replace('"', '\'')).toList();
        sent.clear();
        return taken;
    }
}
