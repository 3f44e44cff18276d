package io.millrace.dist;

/** The calls of a snapshot of a {@link Till}, and what it writes. */
public interface TillState {

    void has(String who, long cents);
}
