package io.millrace.fix;

/** How objects of one class are made of the value of a field, and written. One thread at a time. */
interface ObjectForm {

    /** Prepares to read the next message, for which objects that can be set again are used again. */
    default void restart() {}

    /** Returns the object of a field. */
    Object read(FixMessage message, int at, int tag);

    void write(FixWriter out, int tag, Object value, FixTime.Precision precision);

    /** Returns what stands for a field that is not there, which is what the constructor of the class gives. */
    default Object cleared(Object initial) {
        return initial;
    }

    /** Returns whether an object stands for a field that is not there; no field is empty. */
    default boolean isEmpty(Object value) {
        return false;
    }
}
