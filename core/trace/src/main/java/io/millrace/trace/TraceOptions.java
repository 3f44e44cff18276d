package io.millrace.trace;

import java.time.Duration;
import java.util.Objects;

/**
 * The bounds of a trace. What is left out because of them is stated in its notes or totals.
 *
 * @param depth how far outputs are followed: 0 not at all, 1 to the outputs that name the message, 2 to the outputs of
 *     those, and so on; 64 at most
 * @param maxOutputs how many outputs are shown for each reader, 1 to 10,000
 * @param maxTotalOutputs how many outputs are shown in all, 1 to 100,000
 * @param maxOtherInputs how many other inputs are shown for each step, 0 to 10,000
 * @param maxTextChars how many characters of a message are shown, 0 to 1,000,000; the text of a message of more than
 *     four times as many bytes is left out
 * @param maxScanned how many records are read of one channel to find the outputs of one message, 1 or more
 * @param timeout after what time the searches end, one day at most
 */
public record TraceOptions(
        int depth,
        int maxOutputs,
        int maxTotalOutputs,
        int maxOtherInputs,
        int maxTextChars,
        int maxScanned,
        Duration timeout) {

    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    private static final TraceOptions DEFAULTS =
            new TraceOptions(1, 100, 1_000, 10, 2_000, 1_000_000, Duration.ofSeconds(10));

    /** Checks the ranges. */
    public TraceOptions {
        check("depth", depth, 0, 64);
        check("maxOutputs", maxOutputs, 1, 10_000);
        check("maxTotalOutputs", maxTotalOutputs, 1, 100_000);
        check("maxOtherInputs", maxOtherInputs, 0, 10_000);
        check("maxTextChars", maxTextChars, 0, 1_000_000);
        check("maxScanned", maxScanned, 1, Integer.MAX_VALUE);
        if (Objects.requireNonNull(timeout, "timeout").compareTo(MAX_TIMEOUT) > 0) {
            throw new TraceException("option of trace is out of range timeout=" + timeout + " max=" + MAX_TIMEOUT);
        }
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new TraceException(
                    "option of trace is out of range " + name + "=" + value + " min=" + min + " max=" + max);
        }
    }

    /** Returns options that follow outputs one step, with bounds for a result that people read. */
    public static TraceOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another depth. */
    public TraceOptions withDepth(int value) {
        return new TraceOptions(value, maxOutputs, maxTotalOutputs, maxOtherInputs, maxTextChars, maxScanned, timeout);
    }

    /** Returns these options with another number of outputs shown for each reader. */
    public TraceOptions withMaxOutputs(int value) {
        return new TraceOptions(depth, value, maxTotalOutputs, maxOtherInputs, maxTextChars, maxScanned, timeout);
    }

    /** Returns these options with another number of outputs shown in all. */
    public TraceOptions withMaxTotalOutputs(int value) {
        return new TraceOptions(depth, maxOutputs, value, maxOtherInputs, maxTextChars, maxScanned, timeout);
    }

    /** Returns these options with another number of other inputs shown for each step. */
    public TraceOptions withMaxOtherInputs(int value) {
        return new TraceOptions(depth, maxOutputs, maxTotalOutputs, value, maxTextChars, maxScanned, timeout);
    }

    /** Returns these options with another number of characters shown of a message. */
    public TraceOptions withMaxTextChars(int value) {
        return new TraceOptions(depth, maxOutputs, maxTotalOutputs, maxOtherInputs, value, maxScanned, timeout);
    }

    /** Returns these options with another number of records read of one channel. */
    public TraceOptions withMaxScanned(int value) {
        return new TraceOptions(depth, maxOutputs, maxTotalOutputs, maxOtherInputs, maxTextChars, value, timeout);
    }

    /** Returns these options with another time after which the searches end. */
    public TraceOptions withTimeout(Duration value) {
        return new TraceOptions(depth, maxOutputs, maxTotalOutputs, maxOtherInputs, maxTextChars, maxScanned, value);
    }
}
