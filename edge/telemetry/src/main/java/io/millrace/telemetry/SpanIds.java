package io.millrace.telemetry;

import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.journal.JournalId;
import java.util.HexFormat;

/**
 * The ids of traces and spans. They follow from the id of a journal and an index in it alone, so a message that is
 * exported twice, or by two processes, is the same span. A trace is named by the first message of a history that a
 * journal holds; the span of a message by the message itself; that of a message of a queue by its trace, the name of
 * the queue and the number of the message.
 */
final class SpanIds {

    private static final long TRACE_HIGH = 0x6d696c6c72616365L;
    private static final long TRACE_LOW = 0x7472616365206964L;
    private static final long SPAN = 0x7370616e20696420L;
    private static final long QUEUE = 0x717565756520696dL;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private SpanIds() {}

    /**
     * The id of a trace.
     *
     * @param high its first 64 bits
     * @param low its last 64 bits, which are never 0
     */
    record Trace(long high, long low) {

        String text() {
            HexFormat hex = HexFormat.of();
            return hex.toHexDigits(high) + hex.toHexDigits(low);
        }

        /** Returns whether it is one of those that are exported where one in so many is. */
        boolean isSampled(long oneIn) {
            return Long.remainderUnsigned(low, oneIn) == 0;
        }
    }

    /**
     * Returns the trace of a message.
     *
     * @param id the journal of the message
     * @param index its index
     * @param history its history
     */
    static Trace trace(JournalId id, long index, History history) {
        for (int hop = 0; hop < history.size(); hop++) {
            Source source = history.source(hop);
            if (!source.isExternal()) {
                return trace(source.journalId().orElseThrow(), history.index(hop));
            }
        }
        return trace(id, index);
    }

    private static Trace trace(JournalId id, long index) {
        return new Trace(mixed(id, index, TRACE_HIGH), nonZero(mixed(id, index, TRACE_LOW)));
    }

    /** Returns the span of a message of a journal. */
    static long span(JournalId id, long index) {
        return nonZero(mixed(id, index, SPAN));
    }

    /** Returns the span of a message of a queue. */
    static long span(Trace trace, String queue, long number) {
        long name = FNV_OFFSET;
        for (int i = 0; i < queue.length(); i++) {
            name = (name ^ queue.charAt(i)) * FNV_PRIME;
        }
        return nonZero(mix(mix(mix(name ^ QUEUE) ^ number) ^ trace.high()) ^ trace.low());
    }

    static String text(long span) {
        return HexFormat.of().toHexDigits(span);
    }

    private static long mixed(JournalId id, long index, long purpose) {
        return mix(mix(mix(id.high() ^ purpose) ^ id.low()) ^ index);
    }

    /** Spreads the bits, each to all: the finalizer of SplitMix64. */
    private static long mix(long value) {
        long bits = value + 0x9e3779b97f4a7c15L;
        bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
        return bits ^ (bits >>> 31);
    }

    private static long nonZero(long id) {
        return id == 0 ? 1 : id;
    }
}
