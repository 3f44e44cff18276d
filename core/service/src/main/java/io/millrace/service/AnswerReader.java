package io.millrace.service;

import io.millrace.channel.AnswerCalls;
import io.millrace.channel.ChannelCursor;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;

/**
 * Reads the answers to clients in the output of a component. Reused: what it has read is valid until it reads the next
 * one, bytes of a result until the cursor moves. Not safe for use by several threads.
 */
public final class AnswerReader {

    /** The greatest length of a recorded answer in bytes; the names of the call count. */
    public static final int MAX_BYTES = 1 << 20;

    /** More schemas than this are those of a long history of versions. */
    private static final int MAX_SCHEMAS = 1_000;

    private final BinaryInput input = new BinaryInput();
    private final IdentityHashMap<CallSchema, CallSchema> results = new IdentityHashMap<>();
    private AnswerStatus status = AnswerStatus.NONE;
    private String channel = "";
    private String client = "";
    private long number;
    private String reason = "";
    private CallSchema schema;
    private MemorySegment segment;
    private long offset;
    private int length;

    /** Creates a reader that has read nothing yet. */
    public AnswerReader() {}

    /**
     * Reads the answer at a cursor.
     *
     * @param at on a call
     * @return whether the call is an answer
     */
    public boolean read(ChannelCursor at) {
        return at.isAnswer() && at.isReadable() && read(at.schema(), at.segment(), at.offset(), at.length());
    }

    /** Reads an answer from its arguments; returns whether the call is an answer. */
    boolean read(CallSchema call, MemorySegment arguments, long at, int bytes) {
        boolean isValue = call.interfaceName().equals(AnswerForm.INTERFACE);
        if (RecordWriter.isAllowed(call)) {
            return false; // it answers no client
        }
        if (!isValue && !(AnswerCalls.isReserved(call) && call.interfaceName().equals(AnswerRecords.class.getName()))) {
            return false;
        }
        try {
            input.wrap(arguments, at, bytes);
            channel = input.readString();
            client = input.readString();
            number = input.readLong();
            status = isValue ? AnswerStatus.VALUE : status(call.methodName());
            reason = isValue ? "" : input.readString();
        } catch (WireException e) {
            throw new ServiceException("cannot read an answer method=" + call.methodName(), e);
        }
        schema = isValue ? result(call) : null;
        segment = arguments;
        offset = at + input.offset();
        length = bytes - input.offset();
        return true;
    }

    private static AnswerStatus status(String method) {
        return switch (method) {
            case "refused" -> AnswerStatus.REFUSED;
            case "failed" -> AnswerStatus.FAILED;
            case "passedOver" -> AnswerStatus.PASSED_OVER;
            case "tooLarge" -> AnswerStatus.TOO_LARGE;
            default -> throw new ServiceException("unknown kind of answer method=" + method);
        };
    }

    private CallSchema result(CallSchema record) {
        CallSchema known = results.get(record);
        if (known == null) {
            if (results.size() >= MAX_SCHEMAS) {
                results.clear();
            }
            known = AnswerForm.result(record);
            results.put(record, known);
        }
        return known;
    }

    /** Returns the name of the input channel that has the call. */
    public String channel() {
        return channel;
    }

    /** Returns the name of the client. */
    public String client() {
        return client;
    }

    /** Returns the client's number of the call. */
    public long number() {
        return number;
    }

    /** Returns what became of the call: one of those that are recorded. */
    public AnswerStatus status() {
        return status;
    }

    /** Returns what the client is told; empty where there is a value. */
    public String reason() {
        return reason;
    }

    /** Returns the schema of the result: one value with the name {@code result}, or none; where there is a value. */
    public CallSchema schema() {
        if (schema == null) {
            throw new ServiceException("an answer without a value has no schema status=" + status);
        }
        return schema;
    }

    /** Returns the memory that holds the result. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns where in {@link #segment()} the result begins. */
    public long offset() {
        return offset;
    }

    /** Returns the length of the result in bytes. */
    public int length() {
        return length;
    }
}
