package io.millrace.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * The decoders that are not generated. Values for a record are new and immutable; values for a mutable class are
 * reused.
 */
final class Decoders {
    private static final int FIRST_CAPACITY = 1_024;

    private Decoders() {}

    /** Decodes a scalar and widens it if the kinds differ. */
    record OfScalar(Scalar written, ScalarKind kind, NumberWidth width) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            if (written.hasPresenceByte() && !in.readPresence()) {
                return null;
            }
            Object value = width.read(in, written.kind(), reuse);
            return written.kind() == kind || value == null ? value : Scalars.widen(value, kind);
        }
    }

    /** Decodes a value that may be null in the writer's type but not in the reader's. */
    record NonNull(ValueDecoder decoder, String declared) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int at = in.offset();
            Object value = decoder.read(in, reuse);
            if (value == null) {
                throw new WireTypeException("null cannot be read as a type that cannot be null declared=" + declared
                        + " value=null offset=" + at);
            }
            return value;
        }
    }

    /** Decodes a scalar and converts it. */
    record OfConverted(ScalarConverter<Object, Object> converter, ValueDecoder scalar) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            Object written = scalar.read(in, null);
            return written == null ? null : converter.fromWire(written);
        }
    }

    /** Decodes text that is declared as {@code CharSequence}: into a reused view, or for a record into a string. */
    record OfText(MessageForm holder) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            return holder == MessageForm.RECORD ? in.readString() : in.readView((CharSequence) reuse);
        }
    }

    /** Decodes bytes that are declared as {@link Bytes}: into earlier ones, if there are any. */
    record OfBytes() implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            return in.readByteView((Bytes) reuse);
        }
    }

    /** Decodes an enum. Constants that the reader does not have are empty in the list; reading one is an error. */
    record OfEnum(EnumType written, List<Optional<Object>> constants, String declared) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int at = in.offset();
            int number = in.readNumber(constants.size(), written.name());
            if (number < 0) {
                return null;
            }
            Optional<Object> constant = constants.get(number);
            if (constant.isEmpty()) {
                throw new WireTypeException("an enum has no such constant declared=" + declared + " value="
                        + written.constants().get(number) + " offset=" + at);
            }
            return constant.get();
        }
    }

    /** Decodes an optional value. */
    record OfOptional(ValueDecoder decoder, Class<?> raw) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            Object value = decoder.read(in, null);
            if (raw == OptionalInt.class) {
                return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
            }
            if (raw == OptionalLong.class) {
                return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
            }
            if (raw == OptionalDouble.class) {
                return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
            }
            return Optional.ofNullable(value);
        }
    }

    /** Decodes a list. */
    record OfList(ValueDecoder element, MessageForm holder, Class<?> raw) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int count = in.readCount();
            if (count < 0) {
                return null;
            }
            boolean again = holder == MessageForm.CLASS && reuse != null && reuse.getClass() == ArrayList.class;
            if (again) {
                return refill(in, (ArrayList<?>) reuse, count);
            }
            List<Object> list = new ArrayList<>(Math.min(count, FIRST_CAPACITY));
            for (int i = 0; i < count; i++) {
                list.add(element.read(in, null));
            }
            return fixed(holder, raw, List.class) ? Collections.unmodifiableList(list) : list;
        }

        private Object refill(BinaryInput in, ArrayList<?> reuse, int count) {
            @SuppressWarnings("unchecked") // the decoder made the list, and its elements are what was read before
            List<Object> list = (List<Object>) reuse;
            for (int i = 0; i < count; i++) {
                if (i < list.size()) {
                    list.set(i, element.read(in, list.get(i)));
                } else {
                    list.add(element.read(in, null));
                }
            }
            for (int i = list.size() - 1; i >= count; i--) {
                list.remove(i);
            }
            return list;
        }
    }

    /** Decodes a set. */
    record OfSet(ValueDecoder element, MessageForm holder, Class<?> raw) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int count = in.readCount();
            if (count < 0) {
                return null;
            }
            Set<Object> set = new LinkedHashSet<>();
            HashCollisionGuard guard = HashCollisionGuard.of(count);
            for (int i = 0; i < count; i++) {
                int at = in.offset();
                Object value = element.read(in, null);
                HashCollisionGuard.add(guard, value, at);
                if (!set.add(value)) {
                    throw twice(value, at);
                }
            }
            return fixed(holder, raw, Set.class) ? Collections.unmodifiableSet(set) : set;
        }
    }

    /** Decodes a map. */
    record OfMap(ValueDecoder key, ValueDecoder element, MessageForm holder, Class<?> raw) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int count = in.readCount();
            if (count < 0) {
                return null;
            }
            Map<Object, Object> map = new LinkedHashMap<>();
            HashCollisionGuard guard = HashCollisionGuard.of(count);
            for (int i = 0; i < count; i++) {
                int at = in.offset();
                Object name = key.read(in, null);
                HashCollisionGuard.add(guard, name, at);
                if (map.containsKey(name)) {
                    throw twice(name, at);
                }
                map.put(name, element.read(in, null));
            }
            return fixed(holder, raw, Map.class) ? Collections.unmodifiableMap(map) : map;
        }
    }

    private static boolean fixed(MessageForm holder, Class<?> raw, Class<?> offered) {
        return holder == MessageForm.RECORD && raw.isAssignableFrom(offered);
    }

    private static WireFormatException twice(Object value, int at) {
        return new WireFormatException(
                "a set or a map contains a value twice value=" + ValueSkipper.describe(value) + " offset=" + at);
    }

    /** Skips a field that the reader does not have. */
    record OfSkipped(WireType written, List<NamedType> types) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            ValueSkipper.skip(in, written, types);
            return null;
        }
    }

    /** Skips a field that the reader does not have and reports it to the observer. */
    record OfReported(String reader, Field field, Function<BinaryInput, String> text, WireObserver observer)
            implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            observer.unknownField(reader, field.name(), text.apply(in));
            return null;
        }
    }

    /** Decodes an enum; constants that the reader does not have become the one that is marked {@link Unknown}. */
    record OfUnknownEnum(OfEnum known, Object unknown, WireObserver observer) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int number = in.readNumber(known.constants().size(), known.written().name());
            if (number < 0) {
                return null;
            }
            Optional<Object> constant = known.constants().get(number);
            if (constant.isEmpty() && observer != null) {
                observer.unknownConstant(
                        known.declared(), known.written().constants().get(number));
            }
            return constant.orElse(unknown);
        }
    }

    /**
     * Throws: the written type cannot be read as the declared type. The error is thrown only if such a value is read.
     */
    record OfMismatch(WireType written, List<NamedType> types, String declared) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int at = in.offset();
            String value = ValueSkipper.describe(in, written, types);
            throw new WireTypeException(
                    "a value cannot be read as the declared type written=" + ValueSkipper.name(written, types)
                            + " declared=" + declared + " value=" + value + " offset=" + at);
        }
    }
}
