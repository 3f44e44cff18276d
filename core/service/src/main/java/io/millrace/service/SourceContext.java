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
     * States what the items come from, once a source knows it and before its first item. What is stated first is kept
     * with the output, and must stay the same as long as that exists: indexes of one stream mean nothing in another.
     *
     * @param origin identifies the stream, such as the id of a topic; 1 to 40 characters of ASCII
     * @throws ServiceException where the output has items of another origin, or the text is too long
     */
    void origin(String origin);

    /**
     * Returns when this item should be sent by the rate, or the time of this poll where there is none; epoch
     * nanoseconds.
     */
    long timeNs();
}
