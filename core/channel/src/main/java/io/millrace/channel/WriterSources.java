package io.millrace.channel;

import java.util.Arrays;

/**
 * The sources that a writer knows, and the number of each one's record in the current segment. There are few, and
 * readers return one object for each, so that a look-up is a short walk that compares identities.
 */
final class WriterSources implements Envelope.SourceNumbers {

    private static final long WANTED = -1;

    private Source[] sources = new Source[8];
    private long[] numbers = new long[8];
    private int size;
    private int missing;

    WriterSources() {}

    /**
     * Returns the number of the source's record, 0 if the segment has none; such a source then counts as {@link
     * #missing}.
     */
    @Override
    public long number(Source source) {
        for (int i = 0; i < size; i++) {
            if (sources[i].equals(source)) {
                return numberAt(i);
            }
        }
        if (size == sources.length) {
            sources = Arrays.copyOf(sources, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        sources[size] = source;
        numbers[size] = 0;
        return numberAt(size++);
    }

    private long numberAt(int i) {
        if (numbers[i] == 0) {
            numbers[i] = WANTED;
            missing++;
        }
        return Math.max(0, numbers[i]);
    }

    /** Returns how many requested sources the segment does not have. */
    int missing() {
        return missing;
    }

    /** Returns the next missing source from {@code i} on, -1 if there is none. */
    int nextMissing(int i) {
        for (int at = i; at < size; at++) {
            if (numbers[at] == WANTED) {
                return at;
            }
        }
        return -1;
    }

    Source source(int i) {
        return sources[i];
    }

    void number(int i, long number) {
        numbers[i] = number;
        missing--;
    }

    /** Forgets all numbers, for another segment. */
    void forgetNumbers() {
        Arrays.fill(numbers, 0, size, 0);
        missing = 0;
    }
}
