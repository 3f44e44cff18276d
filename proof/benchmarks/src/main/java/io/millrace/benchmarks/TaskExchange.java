package io.millrace.benchmarks;

/** Two ways, to a server and back. Used by one thread. */
interface TaskExchange extends AutoCloseable {
    /** Sends a request. */
    void send(byte[] request);

    /** Gives the answers that have come to a receiver; waits a moment where there are none. */
    void receive(AnswerReceiver receiver);

    /** Takes an answer. */
    interface AnswerReceiver {
        void answer(byte[] answer);
    }

    @Override
    void close();
}
