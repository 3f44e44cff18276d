package io.millrace.service;

/**
 * The records in an output that answer a client with something else than a value; the interface is reserved. Values
 * have the reserved interface {@code io.millrace.service.Answers}, and a method of the name of the method that is
 * answered, with the parameters {@code channel}, {@code client}, {@code number} and {@code result}.
 */
public interface AnswerRecords {

    /**
     * Records that a call was refused: nothing was changed.
     *
     * @param channel the name of the input channel
     * @param client the name of the client
     * @param number the client's number of the call
     * @param reason what the client is told
     */
    void refused(String channel, String client, long number, String reason);

    /**
     * Records that the component threw on a call: the call is passed over, in each replay too.
     *
     * @param channel the name of the input channel
     * @param client the name of the client
     * @param number the client's number of the call
     * @param reason the kind and the message of what was thrown
     */
    void failed(String channel, String client, long number, String reason);

    /**
     * Records that a call was passed over on an operator's order.
     *
     * @param channel the name of the input channel
     * @param client the name of the client
     * @param number the client's number of the call
     * @param reason why, as the operator has said
     */
    void passedOver(String channel, String client, long number, String reason);

    /**
     * Records that a call was carried out and that its answer is too large to be kept.
     *
     * @param channel the name of the input channel
     * @param client the name of the client
     * @param number the client's number of the call
     * @param reason how large answers may be
     */
    void tooLarge(String channel, String client, long number, String reason);

    /**
     * Records that calls of a principal are taken again on an operator's order, from this input on.
     *
     * @param principal the principal, or the client where there is none
     * @param by the operator
     * @param atNs when it was ordered, in nanoseconds since the epoch
     * @param reason why, as the operator has said
     */
    void allowed(String principal, String by, long atNs, String reason);
}
