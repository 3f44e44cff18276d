package io.millrace.spring.boot;

/** Numbers. */
public interface Numbers {

    void number(long number);
}
