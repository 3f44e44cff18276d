package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FixDecimalTest {

    @Test
    void numbersCompareAsBigDecimalDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            FixDecimal one = random(random);
            FixDecimal two = random(random);
            assertEquals(
                    one.toBigDecimal().compareTo(two.toBigDecimal()),
                    one.compareTo(two),
                    "seed=" + seed + " " + one + " " + two);
        }
    }

    private static FixDecimal random(Random random) {
        return FixDecimal.of(random.nextLong() >> random.nextInt(63), random.nextInt(19));
    }

    @Test
    void numbersOfOneValueAreEqual() {
        assertEquals(FixDecimal.of(110, 2), FixDecimal.of(11, 1));
        assertEquals(FixDecimal.of(110, 2).hashCode(), FixDecimal.of(11, 1).hashCode());
        assertEquals("1.10", FixDecimal.of(110, 2).toString());
    }

    @Test
    void anotherScaleIsExactOrRefused() {
        assertEquals(12_500, FixDecimal.of(125, 2).unscaled(4));
        assertEquals(-13, FixDecimal.of(-1_300, 2).unscaled(0));
        assertThrows(ArithmeticException.class, () -> FixDecimal.of(125, 2).unscaled(1));
        assertThrows(
                ArithmeticException.class,
                () -> FixDecimal.of(Long.MAX_VALUE, 0).unscaled(1));
    }
}
