package io.millrace.kafka;

import io.millrace.service.Outputs;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Makes a call of an interface of each record. Schemas come from headers and so from outside: each is decoded once, and
 * no more than {@link #MAX_SCHEMAS} of them are kept. Used by one thread.
 */
final class TypedCalls implements RecordCalls {
    /** So long is a value at most that is taken for {@code null} or an empty object. */
    private static final int MAX_EMPTY_BYTES = 64;

    private final RecordFormat format;
    private final Class<?> calls;
    private final Object target;
    private final Wire wire;
    private final Optional<String> method;
    private final RecordDecoder<Object> decoder;
    private final TextOptions strict = TextOptions.strict();
    /** A topic may have records of other kinds, which are no calls: those that have no field of the call. */
    private final TextOptions lenient =
            TextOptions.strict().withUnknownKeys(TextOptions.UnknownKeys.IGNORE_BESIDE_KNOWN);

    private final BinaryOutput arguments = BinaryOutput.allocate(1 << 10);
    private final BinaryInput input = new BinaryInput();

    /** The calls of the interface by the name of the method. */
    private final Map<String, Known> own = new LinkedHashMap<>();

    /** The calls that headers describe, by the bytes of their schema. */
    private final Map<ByteBuffer, Known> described = new HashMap<>();

    /** The method that takes values as they are, and the kind of its parameter; null in other formats. */
    private final Map.Entry<String, ScalarKind> bytesMethod;

    /** The methods of which records without a value are calls. */
    private final Set<String> tombstones = new LinkedHashSet<>();

    /** A call that can be read, and where its parameters are in a record. */
    private record Known(CallDecoder decoder, RecordParameters parameters) {}

    /**
     * Prepares the calls.
     *
     * @throws KafkaServiceException where interface, format, method and decoder do not fit each other
     */
    TypedCalls(
            Outputs outputs,
            Class<?> calls,
            WireTypes types,
            RecordFormat format,
            Optional<String> method,
            Optional<Class<?>> decoder,
            ParameterSettings parameters) {
        this.format = format;
        this.calls = calls;
        this.method = method;
        this.wire = Wire.of(types);
        this.target = outputs.as(calls);
        this.decoder = decoder.map(TypedCalls::created).orElse(null);
        List<CallSchema> schemas = wire.calls(calls);
        boolean isChained = schemas.stream().anyMatch(schema -> !schema.chain().isEmpty());
        CallAnnotations annotations = CallAnnotations.of(wire, isChained ? List.of() : List.of(calls));
        for (CallSchema schema : schemas) {
            CallDecoder itsDecoder = wire.callDecoder(schema, calls).orElseThrow();
            String name = schema.methodName();
            CallAnnotations.Form annotated = annotations.of(name);
            RecordParameters itsParameters =
                    new RecordParameters(schema, RecordParameters.origins(schema, annotated, parameters));
            if (own.put(name, new Known(itsDecoder, itsParameters)) != null) {
                throw new KafkaServiceException("methods of the interface have the same name, by which records name"
                        + " them interface=" + calls.getName() + " method=" + name);
            }
            if (annotated.isTombstone() || parameters.tombstones().contains(name)) {
                tombstones.add(name);
            }
        }
        check(schemas, parameters);
        if (method.isPresent() && !own.containsKey(method.get())) {
            throw new KafkaServiceException("the interface has no such method interface=" + calls.getName() + " method="
                    + method.get() + " known=" + own.keySet());
        }
        if (format == RecordFormat.RECORD && calls != KafkaRecords.class) {
            throw new KafkaServiceException("format=RECORD needs the interface " + KafkaRecords.class.getName()
                    + " interface=" + calls.getName());
        }
        this.bytesMethod = format == RecordFormat.BYTES && this.decoder == null ? bytesMethod() : null;
    }

    private void check(List<CallSchema> schemas, ParameterSettings settings) {
        Set<String> unknown = settings.names();
        schemas.forEach(schema -> schema.parameters().forEach(parameter -> unknown.remove(parameter.name())));
        if (!unknown.isEmpty()) {
            throw new KafkaServiceException("no method has a parameter that a setting names interface="
                    + calls.getName() + " parameters=" + unknown);
        }
        Set<String> noMethods = new LinkedHashSet<>(settings.tombstones());
        noMethods.removeAll(own.keySet());
        if (!noMethods.isEmpty()) {
            throw new KafkaServiceException("the interface has no such method setting=tombstones interface="
                    + calls.getName() + " methods=" + noMethods + " known=" + own.keySet());
        }
        for (String name : tombstones) {
            List<Field> ofValue = own.get(name).parameters().ofValue();
            if (!ofValue.isEmpty()) {
                throw new KafkaServiceException("a record without a value has no value for a parameter, which must be"
                        + " its key, header, time or partition interface=" + calls.getName() + " method=" + name
                        + " parameters=" + ofValue.stream().map(Field::name).toList());
            }
        }
    }

    @SuppressWarnings("unchecked") // the decoder's interface is checked by the calls that it makes
    private static RecordDecoder<Object> created(Class<?> type) {
        return (RecordDecoder<Object>) created(type, RecordDecoder.class);
    }

    /** Creates what a user has brought. */
    static <T> T created(Class<?> type, Class<T> as) {
        if (!as.isAssignableFrom(type)) {
            throw new KafkaServiceException(
                    "the class does not implement " + as.getName() + " class=" + type.getName());
        }
        try {
            return as.cast(type.getConstructor().newInstance());
        } catch (InvocationTargetException e) {
            throw new KafkaServiceException(
                    "a class could not be created class=" + type.getName() + " reason=" + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new KafkaServiceException(
                    "a class needs a public constructor without parameters class=" + type.getName() + " reason=" + e,
                    e);
        }
    }

    @Override
    public void call(ConsumerRecord<byte[], byte[]> record) {
        try {
            if (decoder != null) {
                decoder.decode(whole(record), target);
            } else if (format == RecordFormat.RECORD) {
                ((KafkaRecords) target).record(whole(record));
            } else if (record.value() != null) {
                typed(record);
            } else if (!tombstones.isEmpty()) {
                tombstone(record);
            }
        } catch (BadRecordException e) {
            throw e;
        } catch (WireException e) {
            throw new BadRecordException(e.getMessage(), e);
        } catch (RuntimeException e) {
            if (decoder == null) {
                throw e;
            }
            throw new BadRecordException("the decoder threw " + e, e);
        }
    }

    private void typed(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        switch (format) {
            case JSON -> {
                byte[] schema = CallHeaders.schema(record.headers());
                if (schema == null) {
                    requireSomething(record);
                    json(own(record), record, strict);
                } else {
                    json(described(schema), record, strict);
                }
            }
            case PLAIN_JSON -> {
                requireSomething(record);
                json(own(record), record, lenient);
            }
            case BINARY -> {
                byte[] schema = CallHeaders.schema(record.headers());
                if (schema == null) {
                    throw new BadRecordException("a record of format=BINARY has no header " + CallHeaders.SCHEMA);
                }
                described(schema).decoder().call(BinaryInput.of(value), target);
            }
            case BYTES -> bytes(record);
            case RECORD -> throw new IllegalStateException("whole records have been made already");
        }
    }

    /** Makes the call of a record without a value: of the method that its header names, or of the only one. */
    private void tombstone(ConsumerRecord<byte[], byte[]> record) {
        String header = CallHeaders.method(record.headers());
        String name = header != null && tombstones.contains(header)
                ? header
                : tombstones.size() == 1 ? tombstones.iterator().next() : null;
        if (name == null) {
            throw new BadRecordException("a record without a value names no method, and several are for such records"
                    + " header=" + CallHeaders.METHOD + " known=" + tombstones);
        }
        Known known = own.get(name);
        arguments.reset();
        known.parameters().whole(record, new byte[0], arguments);
        call(known);
    }

    private void call(Known known) {
        known.decoder().call(input.wrap(arguments.segment(), arguments.start(), arguments.length()), target);
    }

    /** Refuses a value without any content, unless a gateway says by a header that it is a call. */
    private static void requireSomething(ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value.length > MAX_EMPTY_BYTES || CallHeaders.method(record.headers()) != null) {
            return;
        }
        String text = text(value).strip();
        if (text.equals("null") || text.replaceAll("\\s", "").equals("{}")) {
            throw new BadRecordException("a value has nothing of a call value=" + text);
        }
    }

    private void json(Known known, ConsumerRecord<byte[], byte[]> record, TextOptions options) {
        arguments.reset();
        known.parameters().json(record, options, arguments);
        call(known);
    }

    /** Returns a text in UTF-8; {@link BadRecordException} where it is none. */
    static String text(byte[] value) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadRecordException("a value is no text in UTF-8", e);
        }
    }

    /** Returns the call of a record without a schema: named by a setting, by its header, or the only one. */
    private Known own(ConsumerRecord<byte[], byte[]> record) {
        String name = method.orElseGet(() -> {
            String header = CallHeaders.method(record.headers());
            if (header == null && own.size() == 1) {
                return own.keySet().iterator().next();
            }
            return header;
        });
        if (name == null) {
            throw new BadRecordException("a record names no method, and the interface has several header="
                    + CallHeaders.METHOD + " known=" + own.keySet());
        }
        Known known = own.get(name);
        if (known == null) {
            throw new BadRecordException("a record names a method that the interface does not have method=" + name
                    + " known=" + own.keySet());
        }
        return known;
    }

    private Known described(byte[] bytes) {
        Known known = described.get(ByteBuffer.wrap(bytes));
        if (known != null) {
            return known;
        }
        CallSchema schema = CallHeaders.read(bytes);
        CallDecoder itsDecoder = wire.callDecoder(schema, calls)
                .orElseThrow(() -> new BadRecordException("a record is a call that the interface does not have"
                        + " method=" + schema.methodName() + " known=" + own.keySet()));
        if (described.size() >= MAX_SCHEMAS) {
            described.clear();
        }
        known = new Known(itsDecoder, new RecordParameters(schema, Map.of()));
        described.put(ByteBuffer.wrap(bytes.clone()), known);
        return known;
    }

    private void bytes(ConsumerRecord<byte[], byte[]> record) {
        Known known = own.get(bytesMethod.getKey());
        arguments.reset();
        if (bytesMethod.getValue() == ScalarKind.STRING) {
            arguments.writeString(text(record.value()));
        } else {
            arguments.writeBytes(record.value());
        }
        if (!known.parameters().areInValue()) {
            byte[] ofValue = arguments.toByteArray();
            arguments.reset();
            known.parameters().whole(record, ofValue, arguments);
        }
        call(known);
    }

    /** Returns the name of the method that takes a value as it is, and the kind of its parameter. */
    private Map.Entry<String, ScalarKind> bytesMethod() {
        List<Map.Entry<String, ScalarKind>> found = new ArrayList<>();
        own.forEach((name, known) -> {
            List<Field> ofValue = known.parameters().ofValue();
            boolean fits = ofValue.size() == 1
                    && ofValue.getFirst().type() instanceof Scalar scalar
                    && (scalar.kind() == ScalarKind.BYTES || scalar.kind() == ScalarKind.STRING);
            if (fits && (method.isEmpty() || method.get().equals(name))) {
                found.add(Map.entry(name, ((Scalar) ofValue.getFirst().type()).kind()));
            }
        });
        if (found.size() != 1) {
            throw new KafkaServiceException("format=BYTES needs one method with one parameter of type byte[] or String"
                    + " for the value; the setting method selects it interface=" + calls.getName() + " found="
                    + found.size());
        }
        return found.getFirst();
    }

    /** Returns a record with everything that Kafka has of it. */
    static KafkaRecord whole(ConsumerRecord<byte[], byte[]> record) {
        List<KafkaHeader> headers = new ArrayList<>();
        record.headers().forEach(header -> headers.add(new KafkaHeader(header.key(), header.value())));
        return new KafkaRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.value(),
                headers);
    }
}
