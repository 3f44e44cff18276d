package io.millrace.load;

import io.millrace.channel.ChannelWriter;
import io.millrace.text.YamlCalls;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.util.List;

/**
 * The call that a kind of operation makes: a YAML document with placeholders. A call without placeholders is encoded
 * once. For one thread.
 */
final class ServiceCall {
    private static final String CALL = "call";
    private static final int INITIAL_BYTES = 256;

    private final Template text;
    private final List<CallSchema> calls;
    private final BinaryOutput arguments = BinaryOutput.allocate(INITIAL_BYTES);
    private final StringBuilder filled = new StringBuilder();
    private int encoded = -1;

    /**
     * Creates it, and encodes it where it is always the same.
     *
     * @param operation the kind of operation
     * @param calls what may be called
     * @throws LoadException if there is no such call, or its arguments do not fit
     */
    ServiceCall(OperationSpec operation, List<CallSchema> calls) {
        operation.allow(CALL);
        this.text = operation.required(CALL);
        this.calls = calls;
        if (text.isConstant()) {
            try {
                encoded = encode(text.marked(""));
            } catch (WireException e) {
                throw operation.problem("makes no call that the service takes: " + e.getMessage());
            }
        }
    }

    /** Writes the call with the values of an operation. */
    void write(ChannelWriter writer, Operation operation) {
        int call = encoded;
        if (call < 0) {
            filled.setLength(0);
            text.appendTo(filled, operation);
            call = encode(filled.toString());
        }
        writer.call(calls.get(call), arguments.segment(), arguments.start(), arguments.length());
    }

    private int encode(String document) {
        YamlCalls one = YamlCalls.of(document, calls, TextOptions.strict());
        if (!one.next()) {
            throw new LoadException("text contains no call call=" + document);
        }
        arguments.reset();
        one.arguments(arguments);
        return one.call();
    }
}
