package io.millrace.fix;

/** Gives the writers of calls in the channel that the messages of sessions become calls of. */
public interface FixCallWriters {

    /** Returns an object whose calls are written to the channel. */
    <T> T as(Class<T> type);
}
