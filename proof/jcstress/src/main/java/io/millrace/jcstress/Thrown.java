package io.millrace.jcstress;

/** What a supplier or a consumer throws here, cheap enough for millions of times. */
final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Thrown() {
        super("thrown on purpose", null, false, false);
    }
}
