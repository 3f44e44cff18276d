package io.millrace.service;

/**
 * The table of answers as calls, in a snapshot or in the opening of a period; the interface is reserved. A restart
 * makes them on the empty table.
 */
public interface AnswerTableCalls {

    /**
     * States how results are encoded that have a number.
     *
     * @param number the number, from 0 on in order
     * @param schema the schema of a result, in its binary form
     */
    void form(int number, byte[] schema);

    /**
     * States what is known of a client, the one that was idle for longest first.
     *
     * @param channel the name of the input channel
     * @param client the name of the client
     * @param highest the number of its newest call that was taken
     * @param timeNs when that call was written, in nanoseconds since the epoch
     */
    void client(String channel, String client, long highest, long timeNs);

    /**
     * States some answers to the client that was stated last, the oldest first.
     *
     * @param count how many
     * @param numbers the numbers of the calls
     * @param forms the numbers of their forms; that of a record of another kind is negative
     * @param results the results one after the other
     * @param lengths their lengths in bytes
     */
    void answers(int count, long[] numbers, int[] forms, byte[] results, int[] lengths);

    /**
     * States that a reply is open.
     *
     * @param channel the name of the input channel
     * @param client the name of the client
     * @param number the client's number of the call
     * @param method the method that was called
     */
    void open(String channel, String client, long number, String method);

    /**
     * States how often the calls of a principal have made the component throw.
     *
     * @param principal the principal, or the client where there is none
     * @param count how often
     */
    void failures(String principal, int count);

    /**
     * States that clients were forgotten.
     *
     * @param channel the name of the input channel
     * @param timeNs when the newest call of such a client was written, in nanoseconds since the epoch
     */
    void forgotten(String channel, long timeNs);
}
