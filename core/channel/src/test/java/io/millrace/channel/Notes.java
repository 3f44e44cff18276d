package io.millrace.channel;

/** More calls of the tests. */
public interface Notes {

    void note(String text, long number);
}
