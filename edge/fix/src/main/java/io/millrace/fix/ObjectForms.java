package io.millrace.fix;

import io.millrace.wire.Bytes;
import io.millrace.wire.TextView;
import java.lang.reflect.ParameterizedType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;

/** The forms of objects by the class of the member that holds them. */
final class ObjectForms {

    private static final long NANOS = 1_000_000_000L;

    private ObjectForms() {}

    /** Returns a form of its own for one member; {@code reused} if its objects may be set again. */
    static ObjectForm of(BoundField field, boolean reused) {
        Class<?> type = field.type();
        if (type == String.class || (type == CharSequence.class && !reused)) {
            return new Strings();
        }
        if (type == CharSequence.class || type == TextView.class) {
            return new Views();
        }
        if (type == Bytes.class) {
            return new ReusedBytes();
        }
        if (type == FixDecimal.class) {
            return new Decimals(reused);
        }
        if (type.isEnum()) {
            return new CodeForm(field, type);
        }
        if (type == List.class
                && field.generic() instanceof ParameterizedType list
                && list.getActualTypeArguments()[0] instanceof Class<?> element
                && element.isEnum()) {
            return new CodesForm(new CodeForm(field, element), reused);
        }
        return simple(field);
    }

    private static ObjectForm simple(BoundField field) {
        if (field.type() == Boolean.class) {
            return new Truths();
        }
        if (field.type() == Character.class) {
            return new Characters();
        }
        if (field.type() == Integer.class || field.type() == Long.class) {
            return new Boxes(field.type(), field.decimals());
        }
        if (field.type() == byte[].class) {
            return new Arrays();
        }
        if (field.type() == BigDecimal.class) {
            return new BigDecimals();
        }
        if (field.type() == Instant.class) {
            return new Instants();
        }
        if (field.type() == LocalDate.class) {
            return new Dates();
        }
        if (field.type() == LocalTime.class) {
            return new Times();
        }
        throw field.error("a type cannot hold a field of FIX");
    }

    /** Returns the number of bytes of a value. */
    static long lengthOf(Object value) {
        return switch (value) {
            case Bytes bytes -> bytes.length();
            case byte[] bytes -> bytes.length;
            case CharSequence text -> text.length();
            default -> throw new IllegalArgumentException("a value has no length type=" + value.getClass());
        };
    }

    /** Strings, of which short ones that come again are the same objects. */
    private static final class Strings implements ObjectForm {
        private final TextCache cache = new TextCache();

        @Override
        public Object read(FixMessage message, int at, int tag) {
            return cache.text(message.bytes(), message.start(at), message.end(at));
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            out.put(tag, (CharSequence) value);
        }

        @Override
        public boolean isEmpty(Object value) {
            return ((CharSequence) value).isEmpty();
        }
    }

    private static final class Views implements ObjectForm {
        private final Reusables<TextView> views = new Reusables<>(TextView::new);

        @Override
        public void restart() {
            views.restart();
        }

        @Override
        public Object read(FixMessage message, int at, int tag) {
            return views.next().set(message.bytes(), message.start(at), message.end(at) - message.start(at));
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            out.put(tag, (CharSequence) value);
        }

        @Override
        public boolean isEmpty(Object value) {
            return ((CharSequence) value).isEmpty();
        }
    }

    private static final class ReusedBytes implements ObjectForm {
        private final Reusables<Bytes> all = new Reusables<>(Bytes::new);
        private byte[] copy = new byte[0];

        @Override
        public void restart() {
            all.restart();
        }

        @Override
        public Object read(FixMessage message, int at, int tag) {
            return all.next().set(message.bytes(), message.start(at), message.end(at) - message.start(at));
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            Bytes content = (Bytes) value;
            if (copy.length < content.length()) {
                copy = new byte[content.length() * 2];
            }
            content.copyTo(copy, 0);
            out.put(tag, copy, 0, content.length());
        }

        @Override
        public boolean isEmpty(Object value) {
            return ((Bytes) value).length() == 0;
        }
    }

    private static final class Arrays implements ObjectForm {
        @Override
        public Object read(FixMessage message, int at, int tag) {
            return java.util.Arrays.copyOfRange(message.bytes(), message.start(at), message.end(at));
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            byte[] bytes = (byte[]) value;
            out.put(tag, bytes, 0, bytes.length);
        }

        @Override
        public boolean isEmpty(Object value) {
            return ((byte[]) value).length == 0;
        }
    }

    private static final class Decimals implements ObjectForm {
        private final boolean reused;
        private final Reusables<FixDecimal> all = new Reusables<>(FixDecimal::new);

        Decimals(boolean reused) {
            this.reused = reused;
        }

        @Override
        public void restart() {
            all.restart();
        }

        @Override
        public Object read(FixMessage message, int at, int tag) {
            int places = FixDecimal.places(message.bytes(), message.start(at), message.end(at));
            long unscaled = message.decimalAt(at, tag, places);
            return (reused ? all.next() : new FixDecimal()).set(unscaled, places);
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            FixDecimal decimal = (FixDecimal) value;
            out.putDecimal(tag, decimal.unscaled(), decimal.scale());
        }
    }

    private static final class BigDecimals implements ObjectForm {
        @Override
        public Object read(FixMessage message, int at, int tag) {
            if (!FixText.isDecimal(message.bytes(), message.start(at), message.end(at))) {
                throw FixValueException.of("is not a decimal number", message, at, tag);
            }
            return new BigDecimal(message.textAt(at));
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            out.put(tag, ((BigDecimal) value).toPlainString());
        }
    }

    private record Boxes(Class<?> type, int decimals) implements ObjectForm {
        @Override
        public Object read(FixMessage message, int at, int tag) {
            long value = decimals < 0 ? message.longAt(at, tag) : message.decimalAt(at, tag, decimals);
            if (type == Long.class) {
                return value;
            }
            if ((int) value != value) {
                throw FixValueException.of("does not fit into type=int", message, at, tag);
            }
            return (int) value;
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            long number = ((Number) value).longValue();
            if (decimals < 0) {
                out.put(tag, number);
            } else {
                out.putDecimal(tag, number, decimals);
            }
        }
    }

    private record Truths() implements ObjectForm {
        @Override
        public Object read(FixMessage message, int at, int tag) {
            if (!FixType.BOOLEAN.accepts(message.bytes(), message.start(at), message.end(at))) {
                throw FixValueException.of("is neither Y nor N", message, at, tag);
            }
            return message.charAt(at, tag) == 'Y';
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            out.putBoolean(tag, (Boolean) value);
        }
    }

    private record Characters() implements ObjectForm {
        @Override
        public Object read(FixMessage message, int at, int tag) {
            if (message.end(at) - message.start(at) != 1) {
                throw FixValueException.of("is not one character", message, at, tag);
            }
            return message.charAt(at, tag);
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            out.put(tag, ((Character) value).charValue());
        }
    }

    private record Instants() implements ObjectForm {
        @Override
        public Object read(FixMessage message, int at, int tag) {
            long timeNs = FixTime.parseTimestamp(message.bytes(), message.start(at), message.end(at));
            if (timeNs == FixTime.NONE) {
                throw FixValueException.of("is no timestamp from 1678 to 2261", message, at, tag);
            }
            return FixSchedule.instant(timeNs);
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            Instant instant = (Instant) value;
            long timeNs = Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
            out.putTimestamp(tag, timeNs, precision);
        }
    }

    /** Dates, of which the last one is the same object when it comes again. */
    private static final class Dates implements ObjectForm {
        private LocalDate last = LocalDate.EPOCH;
        private long lastDay;

        @Override
        public Object read(FixMessage message, int at, int tag) {
            if (!FixTime.isDate(message.bytes(), message.start(at), message.end(at))) {
                throw FixValueException.of("is not a date", message, at, tag);
            }
            long day = FixTime.parseDate(message.bytes(), message.start(at));
            if (day != lastDay) {
                lastDay = day;
                last = LocalDate.ofEpochDay(day);
            }
            return last;
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            out.putDate(tag, ((LocalDate) value).toEpochDay());
        }
    }

    private record Times() implements ObjectForm {
        private static final long DAY_NS = 86_400 * NANOS;

        @Override
        public Object read(FixMessage message, int at, int tag) {
            if (!FixTime.isTime(message.bytes(), message.start(at), message.end(at))) {
                throw FixValueException.of("is not a time", message, at, tag);
            }
            long nanos = FixTime.parseTime(message.bytes(), message.start(at), message.end(at));
            return LocalTime.ofNanoOfDay(nanos % DAY_NS);
        }

        @Override
        public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
            out.putTime(tag, ((LocalTime) value).toNanoOfDay(), precision);
        }
    }
}
