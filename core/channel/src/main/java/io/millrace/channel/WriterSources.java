package io.millrace.channel;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The sources that a writer knows, and the number of each one's record in the current segment. Most writers know few,
 * and readers return one object for each, so that a look-up is a short walk that compares identities. Where there are
 * many, such as the clients of a topology, a table finds them.
 */
final class WriterSources implements Envelope.SourceNumbers {

    private static final long WANTED = -1;
    private static final int FEW = 8;

    /** Sources that have come and gone, such as clients, are forgotten with the numbers of a segment above this. */
    private static final int MAX_KEPT = 1 << 12;

    private Source[] sources = new Source[FEW];
    private long[] numbers = new long[FEW];
    private int size;

    /** All sources, by their numbers. */
    private final Map<Source, Integer> places = new HashMap<>();

    /** The numbers of the requested sources that the segment does not have, from {@link #firstWanted} on. */
    private int[] wanted = new int[FEW];

    private int firstWanted;
    private int endWanted;

    WriterSources() {}

    /**
     * Returns the number of the source's record, 0 if the segment has none; such a source then counts as {@link
     * #missing}.
     */
    @Override
    public long number(Source source) {
        int few = Math.min(size, FEW);
        for (int i = 0; i < few; i++) {
            if (isSame(sources[i], source)) {
                return numberAt(i);
            }
        }
        Integer place = places.get(source);
        return numberAt(place == null ? add(source) : place);
    }

    @SuppressWarnings("ReferenceEquality") // names of clients differ late, so comparing them takes time
    private static boolean isSame(Source one, Source other) {
        return one == other;
    }

    private int add(Source source) {
        if (size == sources.length) {
            sources = Arrays.copyOf(sources, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        sources[size] = source;
        numbers[size] = 0;
        places.put(source, size);
        return size++;
    }

    private long numberAt(int i) {
        if (numbers[i] == 0) {
            numbers[i] = WANTED;
            if (endWanted == wanted.length) {
                wanted = Arrays.copyOf(wanted, endWanted * 2);
            }
            wanted[endWanted++] = i;
        }
        return Math.max(0, numbers[i]);
    }

    /** Returns how many requested sources the segment does not have. */
    int missing() {
        return endWanted - firstWanted;
    }

    /** Returns the number of the next missing source, -1 if there is none. */
    int nextMissing() {
        return firstWanted == endWanted ? -1 : wanted[firstWanted];
    }

    Source source(int i) {
        return sources[i];
    }

    /** Sets the number of the next missing source. */
    void numberMissing(long number) {
        numbers[wanted[firstWanted++]] = number;
        if (firstWanted == endWanted) {
            firstWanted = 0;
            endWanted = 0;
        }
    }

    /** Forgets all numbers, for another segment. */
    void forgetNumbers() {
        firstWanted = 0;
        endWanted = 0;
        if (size > MAX_KEPT) {
            places.clear();
            Arrays.fill(sources, null);
            size = 0;
        }
        Arrays.fill(numbers, 0, size, 0);
    }
}
