package io.millrace.bridge;

/** The calls of a channel that was made of a Chronicle Queue. */
public interface QueueDocuments {
    /**
     * One document of the queue.
     *
     * @param index its index in the queue
     * @param text the document as the text that the queue's own library makes of it
     */
    void document(long index, String text);
}
