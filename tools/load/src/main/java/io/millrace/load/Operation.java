package io.millrace.load;

/**
 * An operation that is issued: its kind, its values, and the methods to report its end. It is reused for another
 * operation as soon as it is over, so a target must not use it after that.
 *
 * <p>The values are for the thread that issues, until it returns from {@link TargetSession#issue} or the operation is
 * over, whichever is first; {@link #complete()} and {@link #fail} are for any thread. Nothing here allocates, except
 * texts and objects, which are created on request.
 */
public interface Operation {
    /** Returns the kind of the operation: an index in the list that {@link Target#prepare} was given. */
    int kind();

    /**
     * Returns the number of the operation, from 0; those of the warm-up come first. Kind and values follow from it and
     * the seed of the workload alone, whichever thread issues it.
     */
    long sequence();

    /**
     * Returns the value of a parameter as a whole number; a decimal is cut off.
     *
     * @param parameter an index in {@link OperationSpec#parameters()}
     * @throws LoadException if it is a text
     */
    long longAt(int parameter);

    /**
     * Returns the value of a parameter as a number.
     *
     * @param parameter an index in {@link OperationSpec#parameters()}
     * @throws LoadException if it is a text
     */
    double doubleAt(int parameter);

    /**
     * Returns the value of a parameter as text, whatever its kind.
     *
     * @param parameter an index in {@link OperationSpec#parameters()}
     */
    String textAt(int parameter);

    /**
     * Appends the value of a parameter as text, without making a string of it.
     *
     * @param parameter an index in {@link OperationSpec#parameters()}
     */
    void appendTo(StringBuilder out, int parameter);

    /** Reports that the operation has succeeded now. Either this or {@link #fail} is called, once. */
    void complete();

    /**
     * Reports that the operation has failed now. Its times are kept apart from those of operations that succeeded.
     *
     * @param cause the cause; the first few are shown to the user
     */
    void fail(Throwable cause);
}
