package io.millrace.kafka;

import io.millrace.service.Outputs;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Makes a call of an interface of each record. Schemas come from headers and so from outside: each is decoded once, and
 * no more than {@link #MAX_SCHEMAS} of them are kept. Used by one thread.
 */
final class TypedCalls implements RecordCalls {
    private final RecordFormat format;
    private final Class<?> calls;
    private final Object target;
    private final Wire wire;
    private final Optional<String> method;
    private final RecordDecoder<Object> decoder;
    private final TextOptions strict = TextOptions.strict();
    private final TextOptions lenient = TextOptions.lenient();
    private final BinaryOutput arguments = BinaryOutput.allocate(1 << 10);
    private final BinaryInput input = new BinaryInput();

    /** The calls of the interface by the name of the method. */
    private final Map<String, Known> own = new LinkedHashMap<>();

    /** The calls that headers describe, by the bytes of their schema. */
    private final Map<ByteBuffer, Known> described = new HashMap<>();

    /** The method that takes values as they are, and the type of its parameter; null in other formats. */
    private final Map.Entry<String, Class<?>> bytesMethod;

    /** A call that can be read, and its texts. */
    private record Known(CallDecoder decoder, JsonCallText text) {}

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
            Optional<Class<?>> decoder) {
        this.format = format;
        this.calls = calls;
        this.method = method;
        this.wire = Wire.of(types);
        this.target = outputs.as(calls);
        this.decoder = decoder.map(TypedCalls::created).orElse(null);
        for (CallSchema schema : wire.calls(calls)) {
            CallDecoder itsDecoder = wire.callDecoder(schema, calls).orElseThrow();
            if (own.put(schema.methodName(), new Known(itsDecoder, JsonCallText.of(schema))) != null) {
                throw new KafkaServiceException("methods of the interface have the same name, by which records name"
                        + " them interface=" + calls.getName() + " method=" + schema.methodName());
            }
        }
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
                    json(own(record), value, strict);
                } else {
                    json(described(schema), value, strict);
                }
            }
            case PLAIN_JSON -> json(own(record), value, lenient);
            case BINARY -> {
                byte[] schema = CallHeaders.schema(record.headers());
                if (schema == null) {
                    throw new BadRecordException("a record of format=BINARY has no header " + CallHeaders.SCHEMA);
                }
                described(schema).decoder().call(BinaryInput.of(value), target);
            }
            case BYTES -> bytes(value);
            case RECORD -> throw new IllegalStateException("whole records have been made already");
        }
    }

    private void json(Known known, byte[] value, TextOptions options) {
        arguments.reset();
        known.text().write(text(value), options, arguments);
        known.decoder().call(input.wrap(arguments.segment(), arguments.start(), arguments.length()), target);
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
        known = new Known(itsDecoder, JsonCallText.of(schema));
        described.put(ByteBuffer.wrap(bytes.clone()), known);
        return known;
    }

    private void bytes(byte[] value) {
        arguments.reset();
        if (bytesMethod.getValue() == String.class) {
            arguments.writeString(text(value));
        } else {
            arguments.writeBytes(value);
        }
        own.get(bytesMethod.getKey())
                .decoder()
                .call(input.wrap(arguments.segment(), arguments.start(), arguments.length()), target);
    }

    /** Returns the name of the method that takes a value as it is, and the type of its parameter. */
    private Map.Entry<String, Class<?>> bytesMethod() {
        List<Map.Entry<String, Class<?>>> found = new ArrayList<>();
        Arrays.stream(calls.getMethods())
                .filter(each -> own.containsKey(each.getName()) && each.getParameterCount() == 1)
                .filter(each -> method.isEmpty() || method.get().equals(each.getName()))
                .filter(each ->
                        each.getParameterTypes()[0] == byte[].class || each.getParameterTypes()[0] == String.class)
                .forEach(each -> found.add(Map.entry(each.getName(), each.getParameterTypes()[0])));
        if (found.size() != 1) {
            throw new KafkaServiceException("format=BYTES needs one method with one parameter of type byte[] or String;"
                    + " the setting method selects it interface=" + calls.getName() + " found=" + found.size());
        }
        return found.getFirst();
    }

    private static KafkaRecord whole(ConsumerRecord<byte[], byte[]> record) {
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
