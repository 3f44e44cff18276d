package io.millrace.dist;

/** Numbers that are counted or added. */
public interface Numbers {

    /** Takes a number. */
    void number(long value);
}
