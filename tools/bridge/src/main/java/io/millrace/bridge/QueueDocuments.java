package io.millrace.bridge;

/** The calls of a channel that was made of a Chronicle Queue. */
public interface QueueDocuments {
    /**
     * Receives one document of the queue.
     *
     * @param index its index in the queue
     * @param text the document as text, as the queue's own library prints it
     */
    void document(long index, String text);
}
