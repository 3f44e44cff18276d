package io.millrace.prove;

/** What the second component of {@link OrderProof} tells. */
public interface OrderTotals {
    /** Tells how many changes there were. */
    void total(long changes, long reminders);
}
