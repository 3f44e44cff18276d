package io.millrace.service;

/** What an {@link ExternalSource} is told and says while it is polled. */
public interface SourceContext {

    /**
     * States the index of the item whose call follows.
     *
     * @param index greater than every index stated before; 0 or more
     */
    void index(long index);

    /**
     * Returns when this item should be sent by the rate, or the time of this poll where there is none; epoch
     * nanoseconds.
     */
    long timeNs();
}
