package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private static final int DRAWS = 200_000;

    private final Randomness random = new Randomness();

    private LongStream draws(Generator generator) {
        return LongStream.range(0, DRAWS).map(sequence -> {
            random.start(42, sequence);
            return generator.draw(random, sequence);
        });
    }

    private static String text(Generator generator, long drawn) {
        StringBuilder out = new StringBuilder();
        generator.appendTo(out, drawn);
        return out.toString();
    }

    @Test
    void uniformNumbersAreEquallyOften() {
        int[] counts = new int[10];
        draws(new UniformGenerator(-5, 4)).forEach(value -> counts[(int) value + 5]++);
        for (int count : counts) {
            assertEquals(DRAWS / 10.0, count, DRAWS / 200.0);
        }
        assertThrows(LoadException.class, () -> new UniformGenerator(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    @Test
    void zipfNumbersAreAsFrequentAsTheLawSays() {
        for (double exponent : new double[] {0.5, 1, 1.7}) {
            int[] counts = new int[101];
            draws(new ZipfGenerator(1, 100, exponent)).forEach(value -> counts[(int) value]++);
            double sum = 0;
            for (int k = 1; k <= 100; k++) {
                sum += Math.pow(k, -exponent);
            }
            for (int k : new int[] {1, 2, 3, 10, 50, 100}) {
                double expected = DRAWS * Math.pow(k, -exponent) / sum;
                // Five standard deviations of a count.
                assertEquals(expected, counts[k], 5 * Math.sqrt(expected) + 1, "exponent=" + exponent + " k=" + k);
            }
        }
        assertEquals(7, new ZipfGenerator(7, 7, 1).draw(random, 0));
    }

    @Test
    void normalNumbersHaveTheirMeanAndDeviation() {
        double[] values = draws(new NormalGenerator(10, 2, -1e9, 1e9))
                .mapToDouble(Double::longBitsToDouble)
                .toArray();
        double mean = 0;
        double square = 0;
        for (double value : values) {
            mean += value / DRAWS;
            square += value * value / DRAWS;
        }
        assertEquals(10, mean, 0.03);
        assertEquals(2, Math.sqrt(square - mean * mean), 0.03);
        assertTrue(draws(new NormalGenerator(10, 2, 9, 11))
                .mapToDouble(Double::longBitsToDouble)
                .allMatch(value -> value >= 9 && value <= 11));
    }

    @Test
    void decimalsStayInTheirRange() {
        assertEquals(
                2.5,
                draws(new DecimalGenerator(2, 3))
                        .mapToDouble(Double::longBitsToDouble)
                        .peek(value -> assertTrue(value >= 2 && value < 3))
                        .average()
                        .orElseThrow(),
                0.01);
    }

    @Test
    void textsHaveTheirLengthAndAlphabet() {
        TextGenerator generator = new TextGenerator(2, 6, "xyz");
        Set<Integer> lengths = new HashSet<>();
        draws(generator).limit(10_000).forEach(drawn -> {
            String text = text(generator, drawn);
            assertEquals(text, text(generator, drawn));
            assertTrue(text.matches("[xyz]{2,6}"), text);
            lengths.add(text.length());
        });
        assertEquals(Set.of(2, 3, 4, 5, 6), lengths);
    }

    @Test
    void uuidsAreRandomOnes() {
        UuidGenerator generator = new UuidGenerator();
        Set<String> seen = new HashSet<>();
        draws(generator).limit(10_000).forEach(drawn -> {
            String text = text(generator, drawn);
            UUID uuid = UUID.fromString(text);
            assertEquals(text, uuid.toString());
            assertEquals(4, uuid.version());
            assertEquals(2, uuid.variant());
            seen.add(text);
        });
        assertEquals(10_000, seen.size());
    }

    @Test
    void aSequenceGoesRoundAndAChoiceTakesAll() {
        SequenceGenerator sequence = new SequenceGenerator(3, 5);
        assertEquals(
                List.of(3L, 4L, 5L, 3L),
                LongStream.range(0, 4)
                        .map(n -> sequence.draw(random, n))
                        .boxed()
                        .toList());
        ChoiceGenerator choice = new ChoiceGenerator(List.of("a", "b"));
        double share = draws(choice)
                .mapToInt(drawn -> text(choice, drawn).equals("a") ? 1 : 0)
                .average()
                .orElseThrow();
        assertEquals(0.5, share, 0.01);
    }
}
