package io.millrace.browser;

/** What the source of the test topology says. */
public interface Readings {

    /** Takes a reading. */
    void reading(Reading reading);

    /** Takes the remark of an operator. */
    void remark(String text);
}
