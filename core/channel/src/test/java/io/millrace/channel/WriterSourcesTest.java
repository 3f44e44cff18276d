package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WriterSourcesTest {

    private static final int MANY = 20_000;

    private final WriterSources sources = new WriterSources();

    private static Source client(int number) {
        return Source.external("client/" + number);
    }

    /** Requests sources and gives those that are missing the numbers that follow. */
    private long register(int from, int to, long firstNumber) {
        for (int i = from; i < to; i++) {
            sources.number(client(i));
        }
        long number = firstNumber;
        for (int place = sources.nextMissing(); place >= 0; place = sources.nextMissing()) {
            assertEquals(client((int) (from + number - firstNumber)), sources.source(place), "they come in order");
            sources.numberMissing(number++);
        }
        return number;
    }

    @Test
    void eachOfManySourcesHasItsNumber() {
        long next = register(0, MANY, 1);
        assertEquals(MANY + 1, next);
        for (int i = 0; i < MANY; i++) {
            assertEquals(i + 1, sources.number(client(i)));
        }
        assertEquals(0, sources.missing());
    }

    @Test
    void anotherSegmentHasNoneOfThem() {
        for (int count : new int[] {3, MANY}) {
            register(0, count, 1);
            sources.forgetNumbers();
            assertEquals(0, sources.missing());
            assertEquals(0, sources.number(client(count - 1)));
            assertEquals(1, sources.missing());
            sources.numberMissing(77);
            assertEquals(77, sources.number(client(count - 1)));
            sources.forgetNumbers();
        }
    }

    @Test
    void aSourceThatIsRequestedTwiceIsMissingOnce() {
        sources.number(client(1));
        sources.number(client(1));
        assertEquals(1, sources.missing());
    }
}
