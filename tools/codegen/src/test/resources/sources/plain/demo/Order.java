package demo;

import io.millrace.wire.Alias;
import io.millrace.wire.Converted;
import io.millrace.wire.Default;
import io.millrace.wire.Precompiled;
import io.millrace.wire.ScalarConverter;
import io.millrace.wire.TextForm;
import io.millrace.wire.NumberForm;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A record with fields of every kind. */
@Precompiled
public record Order(
        String symbol,
        Instant at,
        Side side,
        double price,
        @Alias("size") long quantity,
        boolean open,
        char letter,
        byte[] raw,
        int[] levels,
        Integer lots,
        List<Leg> legs,
        Map<String, Leg> byName,
        @Default("3") OptionalInt rows,
        @Default("-1") int limit,
        @Converted(Ticks.class) long tick,
        @Converted(CurrencyCode.class) Currency currency,
        @TextForm(NumberForm.EPOCH_NANOS) long sent,
        Order parent) {
    /** A constant. */
    public enum Side {
        /** One. */
        BUY,
        /** The other. */
        SELL
    }

    /** A generic record within. */
    @Precompiled
    record Pair<T>(T left, T right) {}

    /** A mutable class. */
    @Precompiled
    static class Leg extends LegBase {
        String venue = "none";
        byte[] raw;
        Pair<String> names;
        CharSequence note;
        int count = -1;
    }

    static class LegBase {
        long id;
    }

    /** Ticks as text. */
    public static final class Ticks implements ScalarConverter<Long, String> {
        @Override
        public String toWire(Long value) {
            return value + " ticks";
        }

        @Override
        public Long fromWire(String written) {
            return Long.valueOf(written.replace(" ticks", ""));
        }
    }

    /** Currencies by their code. */
    public static final class CurrencyCode implements ScalarConverter<Currency, String> {
        @Override
        public String toWire(Currency value) {
            return value.getCurrencyCode();
        }

        @Override
        public Currency fromWire(String written) {
            return Currency.getInstance(written);
        }
    }
}
