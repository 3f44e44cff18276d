package io.millrace.examples.town;

/** What people do. What is between the beginning and the end of a batch counts as a whole, or not at all. */
public interface Gifts {

    /** Begins a batch of a person; one that was not ended is forgotten. */
    void startBatch(String by);

    /** Gives likes; outside a batch it counts at once. */
    void give(String by, String to, long likes);

    /** Ends the batch. */
    void endBatch(String by);
}
