package io.millrace.concurrent;

/** Whether an object that is for one thread at a time refuses a second thread; see {@link ThreadOwner}. */
public enum OwnerCheck {
    /** The first thread that uses the object owns it until it hands the object over; others are refused. */
    ON,
    /** Nothing is refused: the caller orders the calls of several threads by other means, a lock for example. */
    OFF;

    /**
     * Returns what a system property says: {@code on} or {@code off}, {@code on} where it is not set.
     *
     * @throws IllegalArgumentException if it has another value
     */
    static OwnerCheck ofProperty(String name) {
        String value = System.getProperty(name, "on");
        return switch (value) {
            case "on" -> ON;
            case "off" -> OFF;
            default ->
                throw new IllegalArgumentException(
                        "invalid value of system property property=" + name + " value=" + value + " valid=on,off");
        };
    }
}
