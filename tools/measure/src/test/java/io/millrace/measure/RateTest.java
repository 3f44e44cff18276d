package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RateTest {
    @Test
    void timesAreTheFloorOfTheExactFraction() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long perNs = 1 + (random.nextLong(Long.MAX_VALUE) >>> random.nextInt(62));
            long count = 1 + random.nextLong(perNs);
            Rate rate = new Rate(count, perNs);
            BigInteger most = BigInteger.valueOf(Long.MAX_VALUE)
                    .multiply(BigInteger.valueOf(count))
                    .divide(BigInteger.valueOf(perNs));
            long n = random.nextLong(Long.MAX_VALUE) % Math.max(1, most.longValueExact());
            BigInteger expected =
                    BigInteger.valueOf(n).multiply(BigInteger.valueOf(perNs)).divide(BigInteger.valueOf(count));
            assertEquals(
                    expected.longValueExact(), rate.offsetNs(n), () -> "seed=" + seed + " rate=" + rate + " n=" + n);
        }
    }

    @Test
    void aRateThatDoesNotDivideASecondDoesNotDriftInTenThousandMillionOperations() {
        Rate rate = Rate.perSecond(300_007);
        long hours = 10_000_000_000L / 300_007 / 3600 + 1;
        assertEquals(hours * 3_600_000_000_000L, rate.offsetNs(300_007L * 3600 * hours));
        assertEquals(33_332_555, rate.offsetNs(10_000));
    }

    @Test
    void whatIsDueWithinADurationIsExactlyWhatIsDueBeforeItsEnd() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            Rate rate = Rate.perSecond(1 + random.nextLong(1_000_000_000));
            long durationNs = 1 + random.nextLong(100_000_000_000_000L);
            long due = rate.countWithin(durationNs);
            String context = "seed=" + seed + " rate=" + rate + " durationNs=" + durationNs + " due=" + due;
            assertTrue(rate.offsetNs(due - 1) < durationNs, context);
            assertTrue(rate.offsetNs(due) >= durationNs, context);
        }
    }

    @Test
    void ratesAreReadFromText() {
        assertEquals(Rate.perSecond(10_000), Rate.parse("10000/s"));
        assertEquals(new Rate(5, 2_000_000_000), Rate.parse("2.5/s"));
        assertEquals(new Rate(1, 10_000_000_000L), Rate.parse("1/10s"));
        assertEquals(Rate.perSecond(10), Rate.parse("600/min"));
        assertEquals(Rate.perSecond(1_000_000), Rate.parse("1/us"));
        assertEquals(new Rate(33_333_333, 1_000_000_000_000L), Rate.parse("33333.333/s"));
    }

    @Test
    void itsTextIsReadBack() {
        for (String text : new String[] {"10000/s", "2.5/s", "1/7h", "33333.333/s", "1000000000/s"}) {
            assertEquals(Rate.parse(text), Rate.parse(Rate.parse(text).toString()), text);
        }
        assertEquals("10000/s", Rate.parse("10000/s").toString());
    }

    @Test
    void whatIsNoRateIsNamed() {
        for (String text : new String[] {
            "",
            "10",
            "/s",
            "10/",
            "-1/s",
            "0/s",
            "2/ns",
            "1/0s",
            "1e9/s",
            "1".repeat(40) + "/s",
            "1." + "1".repeat(30) + "/s"
        }) {
            assertThrows(MeasureException.class, () -> Rate.parse(text), text);
        }
        MeasureException error = assertThrows(MeasureException.class, () -> Rate.parse("fast"));
        assertEquals("not a rate text=fast example=10000/s", error.getMessage());
    }
}
