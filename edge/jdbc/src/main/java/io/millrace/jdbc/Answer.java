package io.millrace.jdbc;

/** An outcome and the bytes by which it is stored. Immutable; the bytes do not change. */
final class Answer {
    private final Outcome outcome;
    private final byte[] bytes;

    Answer(Outcome outcome, byte[] bytes) {
        this.outcome = outcome;
        this.bytes = bytes;
    }

    /** Returns the outcome of the request. */
    Outcome outcome() {
        return outcome;
    }

    byte[] bytes() {
        return bytes;
    }
}
