package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.wire.Wire;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    record Leg(String symbol, double price) {}

    record Order(long id, Instant at, List<Leg> legs, String note) {
        /** The idiom that the documentation of {@link Yaml#toYaml} names. */
        @Override
        public String toString() {
            return Yaml.toYaml(this);
        }
    }

    private static final Leg A = new Leg("A", 1.5);
    private static final Leg B = new Leg("B", 2.5);
    private static final Order ORDER = new Order(7, Instant.EPOCH, List.of(A, B), null);

    private static List<String> between(Object left, Object right) {
        return Yaml.of(Wire.of(WireTypes.none())).differences(left, right).stream()
                .map(Difference::toString)
                .toList();
    }

    private static List<String> ofTexts(String left, String right) {
        return Difference.ofTexts(left, right).stream()
                .map(Difference::toString)
                .toList();
    }

    @Test
    void onlyWhatDiffersIsShown() {
        assertEquals(List.of(), between(ORDER, ORDER));
        assertEquals(
                List.of("legs[1].price: 2.5 -> 2.75", "note: nothing -> \"null\""),
                between(ORDER, new Order(7, Instant.EPOCH, List.of(A, new Leg("B", 2.75)), "null")));
        assertEquals(
                List.of("at: \"1970-01-01T00:00:00Z\" -> nothing", "legs: [{symbol: A, price: 1.5}] -> nothing"),
                between(new Order(7, Instant.EPOCH, List.of(A), null), new Order(7, null, null, null)));
    }

    @Test
    void anElementInFrontIsOneDifference() {
        Leg c = new Leg("C", 3);
        assertEquals(
                List.of("legs[0]: nothing -> {symbol: C, price: 3.0}"),
                between(ORDER, new Order(7, Instant.EPOCH, List.of(c, A, B), null)));
        assertEquals(
                List.of("legs[0]: {symbol: A, price: 1.5} -> nothing"),
                between(ORDER, new Order(7, Instant.EPOCH, List.of(B), null)));
    }

    @Test
    void messagesOfOtherTypesHaveNothingInCommon() {
        assertEquals(
                List.of("!Leg {symbol: A, price: 1.5} -> !Order {id: 7}"), between(A, new Order(7, null, null, null)));
        assertEquals(List.of("a: !X {b: 1} -> !Y {b: 1}"), ofTexts("a: !X {b: 1}", "a: !Y {b: 1}"));
        assertEquals(List.of("a: [] -> {}"), ofTexts("a: []", "a: {}"));
        assertEquals(List.of("null -> a"), ofTexts("", "a"));
    }

    @Test
    void stringsAndNumbersThatLookAlikeDiffer() {
        assertEquals(
                List.of("a: 1 -> \"1\"", "\"b,\": [x, \"y, z\"] -> nothing"),
                ofTexts("a: 1\n'b,': [x, 'y, z']", "a: '1'"));
        assertEquals(List.of(), ofTexts("a: [1, x]", "'a':\n  - 1\n  - \"x\"\n"));
    }

    @Test
    void everyElementIsInOnePairAndWhatIsEqualIsPaired() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<YamlTree> left = elements(random);
            List<YamlTree> right = elements(random);
            List<Integer> ones = new ArrayList<>();
            List<Integer> others = new ArrayList<>();
            for (Difference.Pair pair : Difference.align(left, right)) {
                if (pair.left() >= 0) {
                    ones.add(pair.left());
                }
                if (pair.right() >= 0) {
                    others.add(pair.right());
                }
            }
            assertEquals(IntStream.range(0, left.size()).boxed().toList(), ones, "seed=" + seed);
            assertEquals(IntStream.range(0, right.size()).boxed().toList(), others, "seed=" + seed);
        }
    }

    private static List<YamlTree> elements(Random random) {
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(_ -> YamlTree.parse("k" + random.nextInt(2) + ": " + random.nextInt(3), WireLimits.defaults())
                        .orElseThrow())
                .toList();
    }

    @Test
    void aMessageWhoseTextIsYamlParsesBack() {
        assertEquals(ORDER, Yaml.fromYaml(Order.class, ORDER.toString()));
    }
}
