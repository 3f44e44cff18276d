package io.millrace.kafka;

import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Makes a record of each call, by its schema alone unless there is an encoder. Used by one thread. */
final class CallRecords {
    private static final int MAX_RECENT = 256;
    private static final Pattern FIELD = Pattern.compile("\\{([^{}]+)\\}");

    private final RecordSettings settings;
    private final RecordEncoder encoder;
    private final CallAnnotations annotations;
    private final Class<?>[] encoded;
    private final Wire wire;
    private final Map<CallSchema, Form> forms = new HashMap<>();

    /** The same by the objects, whose comparison costs nothing; a reader has new ones for each segment. */
    private final IdentityHashMap<CallSchema, Form> recent = new IdentityHashMap<>();

    /** How the calls of one schema become records. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Form(
            String topic,
            JsonCallText text,
            CallDecoder decoder,
            Optional<FieldReader> key,
            Optional<FieldReader> partition,
            Map<String, FieldReader> fields,
            Map<String, String> headers,
            byte[] schema,
            byte[] method) {}

    CallRecords(RecordSettings settings, WireTypes types, List<Class<?>> interfaces) {
        this.settings = settings;
        this.wire = Wire.of(types);
        this.annotations = CallAnnotations.of(wire, interfaces);
        this.encoder = settings.encoder()
                .map(type -> TypedCalls.created(type, RecordEncoder.class))
                .orElse(null);
        this.encoded = encoder == null
                ? new Class<?>[0]
                : Arrays.stream(encoder.getClass().getInterfaces())
                        .filter(type -> type != RecordEncoder.class)
                        .toArray(Class<?>[]::new);
    }

    /** Returns the topics that settings and annotations name. */
    Set<String> topics() {
        Set<String> topics = new LinkedHashSet<>(settings.topics().values());
        settings.topic().ifPresent(topics::add);
        if (settings.topic().isEmpty()) {
            annotations.forms().forEach((method, form) -> {
                if (!settings.topics().containsKey(method)) {
                    form.topic().ifPresent(topics::add);
                }
            });
        }
        return topics;
    }

    /**
     * Returns the record of a call.
     *
     * @throws InvalidCallException where the settings give it none
     */
    ProducerRecord<byte[], byte[]> record(CallSchema call, BinaryInput arguments) {
        try {
            Form form = recent.get(call);
            if (form == null) {
                form = remembered(call);
            }
            byte[] whole = new byte[arguments.remaining()];
            arguments.readTo(whole, 0, whole.length);
            MemorySegment memory = MemorySegment.ofArray(whole);
            byte[] key = form.key()
                    .flatMap(field -> field.read(memory, 0, whole.length))
                    .map(text -> text.getBytes(StandardCharsets.UTF_8))
                    .orElse(null);
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>(form.topic(), partition(form, memory, whole.length), key, value(form, whole));
            headers(record, form, memory, whole.length);
            return record;
        } catch (WireException e) {
            throw new InvalidCallException(
                    "a call cannot be written as a record method=" + call.methodName() + ": " + e.getMessage(), e);
        }
    }

    private Form remembered(CallSchema call) {
        if (recent.size() >= MAX_RECENT) {
            recent.clear();
        }
        Form form = forms.computeIfAbsent(call, this::form);
        recent.put(call, form);
        return form;
    }

    private Form form(CallSchema call) {
        String method = call.methodName();
        CallAnnotations.Form annotated = annotations.of(method);
        String topic = settings.topics()
                .getOrDefault(method, settings.topic().or(annotated::topic).orElse(null));
        if (topic == null) {
            throw new InvalidCallException("a method has no topic method=" + method + " topics="
                    + settings.topics().keySet());
        }
        Map<String, FieldReader> fields = new LinkedHashMap<>();
        Map<String, String> headers = new LinkedHashMap<>();
        annotated.headers().forEach((name, path) -> headers.put(name, "{" + path + "}"));
        headers.putAll(settings.headers());
        headers.values().forEach(text -> {
            Matcher matcher = FIELD.matcher(text);
            while (matcher.find()) {
                fields.put(matcher.group(1), field(call, "headers", matcher.group(1)));
            }
        });
        boolean carriesSchema =
                encoder == null && (settings.format() == RecordFormat.JSON || settings.format() == RecordFormat.BINARY);
        boolean carriesMethod = encoder == null && settings.format() == RecordFormat.PLAIN_JSON;
        if (encoder == null && settings.format() == RecordFormat.BYTES) {
            requireBytes(call);
        }
        return new Form(
                topic,
                JsonCallText.of(call),
                encoder == null ? null : decoder(call),
                settings.key().or(annotated::key).map(path -> field(call, "key", path)),
                settings.fixedPartition().isPresent()
                        ? Optional.empty()
                        : settings.partition().or(annotated::partition).map(path -> field(call, "partition", path)),
                fields,
                headers,
                carriesSchema ? call.encode() : null,
                carriesMethod ? method.getBytes(StandardCharsets.UTF_8) : null);
    }

    private static FieldReader field(CallSchema call, String setting, String path) {
        return FieldReader.of(call, path)
                .orElseThrow(() -> new InvalidCallException("a call has no field that a setting names method="
                        + call.methodName() + " setting=" + setting + " field=" + path));
    }

    private CallDecoder decoder(CallSchema call) {
        return wire.callDecoder(call, encoded)
                .orElseThrow(() -> new InvalidCallException("the encoder does not have the method encoder="
                        + encoder.getClass().getName() + " method=" + call.methodName()));
    }

    private static void requireBytes(CallSchema call) {
        boolean fits = call.parameters().size() == 1
                && call.parameters().getFirst().type() instanceof Scalar scalar
                && (scalar.kind() == ScalarKind.BYTES || scalar.kind() == ScalarKind.STRING);
        if (!fits) {
            throw new InvalidCallException("format=BYTES needs one parameter of type byte[] or String method="
                    + call.methodName() + " parameters=" + call.parameters().size());
        }
    }

    private Integer partition(Form form, MemorySegment memory, int length) {
        if (form.partition().isEmpty()) {
            return settings.fixedPartition().orElse(null);
        }
        Optional<String> text = form.partition().get().read(memory, 0, length);
        try {
            return text.map(Integer::parseUnsignedInt).orElse(null);
        } catch (NumberFormatException e) {
            throw new InvalidCallException("a field is no number of a partition value=" + text.orElse(""), e);
        }
    }

    private byte[] value(Form form, byte[] arguments) {
        BinaryInput input = BinaryInput.of(arguments);
        if (encoder != null) {
            try {
                form.decoder().call(input, encoder);
                return encoder.value();
            } catch (WireException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new InvalidCallException("the encoder threw " + e, e);
            }
        }
        return switch (settings.format()) {
            case JSON, PLAIN_JSON -> form.text().read(input).getBytes(StandardCharsets.UTF_8);
            case BINARY -> arguments;
            case BYTES -> input.readBytes(); // strings have the same form
            case RECORD ->
                throw new InvalidCallException(
                        "format=RECORD publishes calls of " + KafkaRecords.class.getName() + " alone");
        };
    }

    private void headers(ProducerRecord<byte[], byte[]> record, Form form, MemorySegment memory, int length) {
        form.headers().forEach((name, text) -> {
            Matcher matcher = FIELD.matcher(text);
            String value = matcher.replaceAll(found -> Matcher.quoteReplacement(
                    form.fields().get(found.group(1)).read(memory, 0, length).orElse("")));
            record.headers().add(new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8)));
        });
        if (form.schema() != null) {
            record.headers().add(new RecordHeader(CallHeaders.SCHEMA, form.schema()));
        }
        if (form.method() != null) {
            record.headers().add(new RecordHeader(CallHeaders.METHOD, form.method()));
        }
    }
}
