package io.millrace.concurrent;

/** Whether an object that is for one thread at a time refuses a second thread; see {@link ThreadOwner}. */
public enum OwnerCheck {
    /** The first thread that uses the object owns it until it hands the object over; others are refused. */
    ON,
    /** Nothing is refused: the caller orders the calls of several threads by other means, a lock for example. */
    OFF
}
