package io.millrace.service;

import io.millrace.channel.Input;
import io.millrace.channel.StagedCall;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The requests of a gateway's batch, each with its encoded outcome, until they are published. Re-used. */
final class Outcomes {

    private final List<Outcome> kept = new ArrayList<>();
    private int size;

    Outcomes() {}

    int size() {
        return size;
    }

    /** Returns where the next request is to be described. */
    Input next() {
        if (size == kept.size()) {
            kept.add(new Outcome());
        }
        return kept.get(size).input;
    }

    /**
     * Keeps the outcome of the request described last.
     *
     * @param refusal why the request is refused; null where it is not
     */
    void keep(StagedCall call, String refusal) {
        Outcome outcome = kept.get(size++);
        outcome.refusal = refusal;
        outcome.schema = call.schema();
        outcome.length = call.length();
        if (outcome.segment.byteSize() < call.length()) {
            outcome.segment = MemorySegment.ofArray(new byte[call.length()]);
        }
        MemorySegment.copy(call.segment(), call.offset(), outcome.segment, 0, call.length());
    }

    void clear() {
        size = 0;
    }

    Input input(int i) {
        return kept.get(i).input;
    }

    /** Returns why a request is refused; null where it is not. */
    String refusal(int i) {
        return kept.get(i).refusal;
    }

    CallSchema schema(int i) {
        return kept.get(i).schema;
    }

    MemorySegment segment(int i) {
        return kept.get(i).segment;
    }

    int length(int i) {
        return kept.get(i).length;
    }

    /** One request and its outcome. */
    private static final class Outcome {

        private final Input input = new Input();
        private String refusal;
        private CallSchema schema;
        private MemorySegment segment = MemorySegment.ofArray(new byte[0]);
        private int length;

        private Outcome() {}
    }
}
