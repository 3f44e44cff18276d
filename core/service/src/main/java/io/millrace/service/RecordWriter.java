package io.millrace.service;

import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.wire.CallSchema;

/** Writes records in place of the outputs, or the answer, of an input. One thread. */
final class RecordWriter {

    private final String service;
    private final ChannelWriter writer;
    private ErrorRecords errors;
    private SkipRecords skips;

    RecordWriter(String service, ChannelWriter writer) {
        this.service = service;
        this.writer = writer.targetWriter();
    }

    /** Makes the call that says what a call of an input has led to; the group of the input is open. */
    void error(Input input, String method, Throwable error) {
        if (errors == null) {
            errors = writer.as(ErrorRecords.class);
        }
        errors.error(service, input.source().name(), method, ForeignError.text(error));
    }

    /** Makes the call that says that an input was passed over; the group of the input is open. */
    void skipped(SkipOrder order) {
        if (skips == null) {
            skips = writer.as(SkipRecords.class);
        }
        skips.skipped(order);
    }

    /** Returns whether a call is a record in place of outputs or an answer. */
    static boolean isRecord(CallSchema schema) {
        return isError(schema) || isSkipped(schema);
    }

    /** Returns whether a call says that a component or gateway threw. */
    static boolean isError(CallSchema schema) {
        return schema.interfaceName().equals(ErrorRecords.class.getName());
    }

    /** Returns whether a call says that its input was not taken by the component, and will not be in a replay. */
    static boolean isPassed(CallSchema schema) {
        return isSkipped(schema) || isFailed(schema);
    }

    /** Returns whether a call says that the component threw on a call of a client. */
    static boolean isFailed(CallSchema schema) {
        return schema.methodName().equals("failed") && schema.interfaceName().equals(AnswerRecords.class.getName());
    }

    /** Returns whether a call says that calls of a principal are taken again. */
    static boolean isAllowed(CallSchema schema) {
        return schema.methodName().equals("allowed") && schema.interfaceName().equals(AnswerRecords.class.getName());
    }

    /** Returns whether a call says that an input was passed over. */
    static boolean isSkipped(CallSchema schema) {
        return schema.interfaceName().equals(SkipRecords.class.getName());
    }
}
