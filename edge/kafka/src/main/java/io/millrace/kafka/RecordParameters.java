package io.millrace.kafka;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.EnumType;
import io.millrace.wire.Field;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Makes the arguments of one method of a record, of which some are its key, headers, time or partition and the others
 * its value. Used by one thread.
 */
final class RecordParameters {
    private final ValueParameters value;
    private final Part[] parts;
    private final TextOptions strict = TextOptions.strict();
    private final BinaryOutput scratch = BinaryOutput.allocate(1 << 10);

    /** A parameter that the value does not have, and what reads its text; null stands for null. */
    private record Part(JsonCallText text, String origin, Function<ConsumerRecord<byte[], byte[]>, String> from) {}

    /**
     * Prepares a method.
     *
     * @param call the schema of its calls
     * @param origins where parameters are, by their names; those that are not there are in the value
     * @throws KafkaServiceException where a parameter cannot be read from its origin
     */
    RecordParameters(CallSchema call, Map<String, Origin> origins) {
        value = new ValueParameters(call, origins.keySet());
        parts = new Part[call.parameters().size()];
        for (int i = 0; i < parts.length; i++) {
            Field parameter = call.parameters().get(i);
            Origin origin = origins.get(parameter.name());
            if (origin != null) {
                requireText(call, parameter, origin);
                CallSchema alone =
                        new CallSchema(call.interfaceName(), call.methodName(), List.of(parameter), call.types());
                parts[i] = new Part(JsonCallText.of(alone), origin.name(), origin.reader(parameter));
            }
        }
    }

    /** Where in a record a parameter is, other than in its value. */
    sealed interface Origin {
        /** Returns its name, for messages. */
        String name();

        /** Returns what reads its text; null where there is none. */
        Function<ConsumerRecord<byte[], byte[]>, String> reader(Field parameter);
    }

    /** The key. */
    record OfKey() implements Origin {
        @Override
        public String name() {
            return "key";
        }

        @Override
        public Function<ConsumerRecord<byte[], byte[]>, String> reader(Field parameter) {
            return record -> record.key() == null ? null : TypedCalls.text(record.key());
        }
    }

    /** The time stamp. */
    record OfTime() implements Origin {
        @Override
        public String name() {
            return "time";
        }

        @Override
        public Function<ConsumerRecord<byte[], byte[]>, String> reader(Field parameter) {
            boolean isNumber = parameter.type() instanceof Scalar scalar && scalar.kind() == ScalarKind.LONG;
            return record -> isNumber
                    ? Long.toString(record.timestamp())
                    : Instant.ofEpochMilli(record.timestamp()).toString();
        }
    }

    /** The number of the partition. */
    record OfPartition() implements Origin {
        @Override
        public String name() {
            return "partition";
        }

        @Override
        public Function<ConsumerRecord<byte[], byte[]>, String> reader(Field parameter) {
            return record -> Integer.toString(record.partition());
        }
    }

    /** The newest header of a name. */
    record OfHeader(String header) implements Origin {
        @Override
        public String name() {
            return "header=" + header;
        }

        @Override
        public Function<ConsumerRecord<byte[], byte[]>, String> reader(Field parameter) {
            return record -> {
                Header found = record.headers().lastHeader(header);
                return found == null || found.value() == null ? null : TypedCalls.text(found.value());
            };
        }
    }

    private static void requireText(CallSchema call, Field parameter, Origin origin) {
        boolean fits = switch (parameter.type()) {
            case Scalar scalar
            when origin instanceof OfTime -> scalar.kind() == ScalarKind.INSTANT || scalar.kind() == ScalarKind.LONG;
            case Scalar scalar -> scalar.kind() != ScalarKind.BYTES;
            case Reference reference -> !(origin instanceof OfTime) && call.type(reference) instanceof EnumType;
            default -> false;
        };
        if (!fits) {
            throw new KafkaServiceException("a parameter cannot be read from there; a key, a header and a partition are"
                    + " single values with a text, a time is an Instant or a long method="
                    + call.methodName() + " parameter=" + parameter.name() + " from=" + origin.name());
        }
    }

    /** Returns the parameters that the value of a record has. */
    List<Field> ofValue() {
        return value.parameters();
    }

    /** Returns whether the value has all parameters. */
    boolean areInValue() {
        return value.isWhole();
    }

    /** Writes all arguments, of a value in JSON. */
    void json(ConsumerRecord<byte[], byte[]> record, TextOptions options, BinaryOutput out) {
        String text = TypedCalls.text(record.value());
        if (value.isWhole()) {
            value.text().write(text, options, out);
            return;
        }
        scratch.reset();
        value.text().write(text, options, scratch);
        whole(record, scratch.toByteArray(), out);
    }

    /** Writes all arguments, of the encoded arguments that the value has; none for a record without a value. */
    void whole(ConsumerRecord<byte[], byte[]> record, byte[] arguments, BinaryOutput out) {
        int[] ends = value.ends(arguments);
        int at = 0;
        for (int i = 0; i < parts.length; i++) {
            if (value.has(i)) {
                int from = at == 0 ? 0 : ends[at - 1];
                out.writeFrom(arguments, from, ends[at++] - from);
            } else {
                write(record, parts[i], out);
            }
        }
    }

    private void write(ConsumerRecord<byte[], byte[]> record, Part part, BinaryOutput out) {
        String text = part.from().apply(record);
        try {
            part.text().write(text == null ? "null" : quoted(text), strict, out);
        } catch (WireException e) {
            throw new BadRecordException("a parameter cannot be read from " + part.origin() + ": " + e.getMessage(), e);
        }
    }

    /** Returns a text as a string of JSON, which every single value may be. */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append("\\u").append(String.format("%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    /** Returns the origins that annotations and settings give the parameters of a method; the latter win. */
    static Map<String, Origin> origins(CallSchema call, CallAnnotations.Form annotated, ParameterSettings settings) {
        Map<String, Origin> origins = new LinkedHashMap<>();
        List<String> names = call.parameters().stream().map(Field::name).toList();
        settings.key().or(annotated::key).filter(names::contains).ifPresent(name -> origins.put(name, new OfKey()));
        settings.time()
                .or(annotated::time)
                .filter(names::contains)
                .ifPresent(name -> put(call, origins, name, new OfTime()));
        annotated.partition().filter(names::contains).ifPresent(name -> put(call, origins, name, new OfPartition()));
        Map<String, String> headers = new LinkedHashMap<>(annotated.headers());
        headers.putAll(settings.headers());
        headers.forEach((header, name) -> {
            if (names.contains(name)) {
                put(call, origins, name, new OfHeader(header));
            }
        });
        return origins;
    }

    private static void put(CallSchema call, Map<String, Origin> origins, String name, Origin origin) {
        Origin before = origins.putIfAbsent(name, origin);
        if (before != null) {
            throw new KafkaServiceException("a parameter is read from two origins method=" + call.methodName()
                    + " parameter=" + name + " origins=" + before.name() + "," + origin.name());
        }
    }
}
