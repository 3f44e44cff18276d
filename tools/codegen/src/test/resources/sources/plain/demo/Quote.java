package demo;

import io.millrace.wire.Key;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Precompiled;
import io.millrace.wire.TextForm;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Random;

/** A record of scalars, enums and messages alone, of which DELTA remembers every field. */
@Precompiled
public record Quote(
        @Key long id,
        @Key String venue,
        @Key Order.Side side,
        boolean open,
        byte small,
        short shorter,
        char letter,
        int count,
        float ratio,
        double price,
        String note,
        Long lots,
        Double limit,
        Instant at,
        BigDecimal amount,
        @TextForm(NumberForm.HEX) long mask,
        Tick tick,
        Last last) {
    /** A mutable message. */
    @Precompiled
    public static class Tick {
        @Key
        double bid;

        boolean firm;
        float size;
        Order.Side side;
        String note;
        Last last;
    }

    /** A record within. */
    @Precompiled
    record Last(long number, Instant at) {}

    /** One of few values of each field, so that some stay as they were. */
    static Quote random(Random random) {
        Tick tick = null;
        if (random.nextInt(4) > 0) {
            tick = new Tick();
            tick.bid = random.nextInt(3) / 4.0;
            tick.firm = random.nextBoolean();
            tick.size = random.nextFloat();
            tick.side = random.nextBoolean() ? Order.Side.BUY : null;
            tick.note = random.nextBoolean() ? "note" : null;
            tick.last = last(random);
        }
        return new Quote(
                random.nextInt(2),
                random.nextBoolean() ? "XETR" : null,
                random.nextBoolean() ? Order.Side.BUY : Order.Side.SELL,
                random.nextBoolean(),
                (byte) random.nextInt(-2, 2),
                (short) random.nextInt(-2, 2),
                (char) ('a' + random.nextInt(2)),
                random.nextInt(3) == 0 ? random.nextInt() : 7,
                random.nextBoolean() ? Float.NaN : random.nextInt(9) / 4f,
                random.nextBoolean() ? random.nextInt(900) / 100.0 : random.nextDouble(),
                random.nextBoolean() ? "é" + random.nextInt(3) : null,
                random.nextBoolean() ? random.nextLong() : null,
                random.nextBoolean() ? -0.0 : null,
                Instant.ofEpochSecond(random.nextInt(3), random.nextInt(1_000)),
                random.nextBoolean() ? new BigDecimal("1.50") : null,
                random.nextLong(),
                tick,
                last(random));
    }

    private static Last last(Random random) {
        return random.nextInt(3) == 0 ? null : new Last(random.nextInt(3), Instant.EPOCH);
    }
}
