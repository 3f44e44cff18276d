package io.millrace.service;

import io.millrace.wire.CallSchema;

/**
 * Gets what a component says to a port. Called by the component's thread, once for each question; it must not block,
 * and what it throws is reported and changes nothing.
 */
@FunctionalInterface
public interface PortListener {

    /**
     * Takes the outcome of a question.
     *
     * @param index the newest record of the component's output that the outcome depends on; the outcome may be told
     *     once the output is durable, and under the mark, up to there
     * @param status what became of it
     * @param reason what the client is told; empty where there is a value
     * @param schema the schema of the value: one value with the name {@code result}, or none; null where there is no
     *     value
     * @param result the value, encoded under the schema; empty where there is none
     */
    void answered(long index, AnswerStatus status, String reason, CallSchema schema, byte[] result);
}
