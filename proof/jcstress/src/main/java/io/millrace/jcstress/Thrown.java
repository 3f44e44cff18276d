package io.millrace.jcstress;

/** The exception of a supplier or a consumer in these tests, cheap enough to throw millions of times. */
final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Thrown() {
        super("thrown on purpose", null, false, false);
    }
}
