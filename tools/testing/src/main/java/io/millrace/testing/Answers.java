package io.millrace.testing;

import io.millrace.service.Caller;
import io.millrace.service.Replies;
import io.millrace.service.ServiceException;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.OfferedCall.Kind;
import io.millrace.wire.Reply;
import io.millrace.wire.ValuesCodec;
import java.util.HashMap;
import java.util.Map;

/**
 * The answers of a component to its calls, as calls among its outputs: {@code take: 2} is what {@code take} has
 * returned. The answer to a call that is answered later comes when it is given, in the same form. Used by one thread.
 */
final class Answers implements Caller, Replies {
    private static final String NAME = "test";
    private static final int INITIAL_BYTES = 256;

    private final Subject subject;
    private final Recorder recorder;

    /** The method of each call that waits for its answer. */
    private final Map<Reply<?>, OfferedCall> open = new HashMap<>();

    private OfferedCall call;
    private long number;

    Answers(Subject subject, Recorder recorder) {
        this.subject = subject;
        this.recorder = recorder;
    }

    /** Begins a call. */
    void begin(CallSchema schema, long itsNumber) {
        call = subject.offered(schema).orElse(null);
        number = itsNumber;
    }

    /** Returns whether the present call is a query. */
    boolean isQuery() {
        return call != null && call.kind() == Kind.QUERIED;
    }

    /** Records what a call has returned. */
    void returned(Object result) {
        if (call != null && (call.kind() == Kind.ANSWERED || call.kind() == Kind.QUERIED)) {
            record(call, result);
        }
    }

    private void record(OfferedCall answered, Object result) {
        BinaryOutput out = BinaryOutput.allocate(INITIAL_BYTES);
        if (answered.result().isPresent()) {
            ValuesCodec codec = answered.result().get();
            codec.write(out, result);
        }
        recorder.add(Subject.answer(answered), out.toByteArray());
    }

    @Override
    public String client() {
        return NAME;
    }

    @Override
    public String principal() {
        return NAME;
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public <T> Reply<T> open() {
        if (call == null || call.kind() != Kind.ANSWERED_LATER) {
            throw new ServiceException("a reply is opened by a method that returns it number=" + number);
        }
        Reply<T> reply = new Reply<>(NAME, NAME, number);
        open.put(reply, call);
        return reply;
    }

    @Override
    public <T> void answer(Reply<T> reply, T value) {
        if (reply.isAwaited()) {
            record(close(reply), value);
        }
    }

    @Override
    public void refuse(Reply<?> reply, String reason) {
        if (reply.isAwaited()) {
            close(reply);
            recorder.as(Refusals.class).refused(reason);
        }
    }

    private OfferedCall close(Reply<?> reply) {
        OfferedCall answered = open.remove(reply);
        if (answered == null) {
            throw new ServiceException("a reply is not open; it is answered exactly once number=" + reply.number());
        }
        return answered;
    }

    /** Takes over the replies that are open in another run, of which this one continues. */
    void continues(Answers other) {
        open.putAll(other.open);
    }
}
