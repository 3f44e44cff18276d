package io.millrace.telemetry;

/**
 * What became of a batch of spans that was sent.
 *
 * @param kind what to do now
 * @param reason why it did not arrive; empty where it did
 */
record SpanAnswer(Kind kind, String reason) {

    static final SpanAnswer ARRIVED = new SpanAnswer(Kind.ARRIVED, "");

    /** What to do with a batch now. */
    enum Kind {
        /** The collector has taken it. */
        ARRIVED,
        /** It may arrive later: the collector is away, has too much to do, or knows no such address or user. */
        LATER,
        /** The collector refuses what it holds, and will refuse it again. */
        REFUSED
    }

    static SpanAnswer later(String reason) {
        return new SpanAnswer(Kind.LATER, reason);
    }

    static SpanAnswer refused(String reason) {
        return new SpanAnswer(Kind.REFUSED, reason);
    }
}
