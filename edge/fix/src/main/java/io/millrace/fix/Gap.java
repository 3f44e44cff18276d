package io.millrace.fix;

/** What is missing in front of the messages that came early, and what was asked for. */
final class Gap {

    private final int chunk;
    /** The last number that is missing, 0 while nothing is. */
    private long last;

    /** The last number that was asked for. */
    private long asked;

    private long askedAgain;

    /** Creates a state without a gap; {@code chunk} is how many messages are asked for at once, 0 for all. */
    Gap(int chunk) {
        this.chunk = chunk;
    }

    /** Returns how many messages are missing from the expected one on. */
    long missing(long expected) {
        return Math.max(0, last - expected + 1);
    }

    void clear() {
        last = 0;
        asked = 0;
        askedAgain = 0;
    }

    /** Notes that the peer will send up to a number without being asked. */
    void opened(long missing) {
        last = missing;
        asked = missing;
    }

    /**
     * Returns whether an early message needs a request: the first one does, and a repeated one that jumps over the
     * expected number does once, because the answer to the first request has a hole.
     */
    boolean mustAsk(long expected, long number, boolean repeated) {
        if (expected > last) {
            return true;
        }
        if (repeated && number <= last && askedAgain != expected) {
            askedAgain = expected;
            return true;
        }
        return false;
    }

    /** Notes a request and returns its EndSeqNo, 0 for all. */
    long ask(long begin, long missing) {
        last = Math.max(last, missing);
        return askNext(begin);
    }

    long askNext(long begin) {
        long end = begin + chunk - 1;
        boolean all = chunk == 0 || end >= last;
        asked = all ? last : end;
        return all ? 0 : end;
    }

    /** Returns whether the next chunk is due; {@code filled} tells that a SequenceReset has led to {@code expected}. */
    boolean isNextChunk(long expected, boolean filled) {
        if (last == 0 || expected > last) {
            return false;
        }
        return filled ? expected >= asked && asked < last : expected > asked;
    }
}
