package io.millrace.service;

/**
 * Implemented by a component that closes periods in its output, as a ledger does at the end of a day: when a period is
 * over, it writes the state with which the next one opens as calls on its output channel. Neither its own restart nor
 * readers that begin there need what is before them, and retention may remove it.
 *
 * <p>The component implements {@code T} too: the calls of an opening, made in the same order on a new component, give
 * it the state in which this one continued. Its output is a journal that it alone owns. As all that a component does,
 * closing follows from its inputs alone, and a restart compares it.
 *
 * @param <T> the interface of the calls of an opening
 */
public interface PeriodClosing<T> {

    /** Returns the interface of the calls of an opening. */
    Class<T> openingType();

    /** Returns whether the present period is over; asked after each input, when its outputs are published. */
    boolean isPeriodOver();

    /**
     * Writes the state with which the next period opens as calls on {@code out}, and continues from it; afterwards no
     * period is over.
     */
    void openPeriod(T out);
}
