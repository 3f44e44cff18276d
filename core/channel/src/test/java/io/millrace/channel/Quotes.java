package io.millrace.channel;

/** Calls of the tests with a mutable message. */
public interface Quotes {

    void quote(Quote quote);
}
