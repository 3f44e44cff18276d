package io.millrace.kafka;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallDecoder;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.FieldReader;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
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
            ValueParameters parameters,
            boolean isTombstone,
            CallDecoder decoder,
            Optional<FieldReader> key,
            Optional<FieldReader> partition,
            Optional<FieldReader> time,
            Map<String, FieldReader> fields,
            Map<String, String> headers,
            Set<String> headersOfArguments,
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
            if (form.isTombstone() && key == null) {
                throw new InvalidCallException(
                        "a record without a value deletes its key, and the key is null method=" + call.methodName());
            }
            ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                    form.topic(),
                    partition(form, memory, whole.length),
                    time(form, memory, whole.length),
                    key,
                    form.isTombstone() ? null : value(form, whole));
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
        Optional<String> key = settings.key().or(annotated::key);
        Optional<String> time = settings.time().or(annotated::time);
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
        Set<String> ofArguments = headersOfArguments(annotated);
        boolean isTombstone = annotated.isTombstone() || settings.tombstones().contains(method);
        boolean hasSchema =
                encoder == null && (settings.format() == RecordFormat.JSON || settings.format() == RecordFormat.BINARY);
        ValueParameters parameters =
                new ValueParameters(call, hasSchema && !isTombstone ? Set.of() : elsewhere(annotated, ofArguments));
        if (isTombstone) {
            requireNothingElse(call, key, parameters);
        } else if (encoder == null && settings.format() == RecordFormat.BYTES) {
            requireBytes(call, parameters);
        }
        boolean carriesMethod = encoder == null && (settings.format() == RecordFormat.PLAIN_JSON || isTombstone);
        return new Form(
                topic,
                parameters,
                isTombstone,
                encoder == null ? null : decoder(call),
                key.map(path -> field(call, "key", path)),
                settings.fixedPartition().isPresent()
                        ? Optional.empty()
                        : settings.partition().or(annotated::partition).map(path -> field(call, "partition", path)),
                time.map(path -> field(call, "time", path)),
                fields,
                headers,
                ofArguments,
                hasSchema && !isTombstone ? call.encode() : null,
                carriesMethod ? method.getBytes(StandardCharsets.UTF_8) : null);
    }

    /** Returns the annotated headers of which no setting says something else. */
    private Set<String> headersOfArguments(CallAnnotations.Form annotated) {
        Set<String> names = new LinkedHashSet<>(annotated.headers().keySet());
        names.removeAll(settings.headers().keySet());
        return names;
    }

    /** Returns the paths that are key, time, partition or header by their annotations; a parameter's is its name. */
    private Set<String> elsewhere(CallAnnotations.Form annotated, Set<String> headers) {
        Set<String> paths = new LinkedHashSet<>();
        annotated.key().filter(_ -> settings.key().isEmpty()).ifPresent(paths::add);
        annotated.time().filter(_ -> settings.time().isEmpty()).ifPresent(paths::add);
        annotated.partition().filter(_ -> settings.partition().isEmpty()).ifPresent(paths::add);
        headers.forEach(name -> paths.add(annotated.headers().get(name)));
        return paths;
    }

    /** Refuses a call whose record has no value, and where a parameter would be lost by that, or no key is deleted. */
    private void requireNothingElse(CallSchema call, Optional<String> key, ValueParameters parameters) {
        List<String> lost = new ArrayList<>(
                parameters.parameters().stream().map(Field::name).toList());
        key.ifPresent(lost::remove);
        settings.time().ifPresent(lost::remove);
        settings.headers().values().forEach(text -> {
            if (text.startsWith("{") && text.endsWith("}")) {
                lost.remove(text.substring(1, text.length() - 1));
            }
        });
        if (key.isEmpty() || !lost.isEmpty()) {
            throw new InvalidCallException("a record without a value needs a key, and each parameter must be its key,"
                    + " header, time or partition method=" + call.methodName() + " key=" + key.orElse("none")
                    + " others=" + lost);
        }
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

    private static void requireBytes(CallSchema call, ValueParameters parameters) {
        boolean fits = parameters.parameters().size() == 1
                && parameters.parameters().getFirst().type() instanceof Scalar scalar
                && (scalar.kind() == ScalarKind.BYTES || scalar.kind() == ScalarKind.STRING);
        if (!fits) {
            throw new InvalidCallException(
                    "format=BYTES needs one parameter of type byte[] or String method=" + call.methodName()
                            + " parameters=" + parameters.parameters().size());
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

    /** Returns the time stamp; null for the time of sending. */
    private static Long time(Form form, MemorySegment memory, int length) {
        String text =
                form.time().flatMap(field -> field.read(memory, 0, length)).orElse(null);
        if (text == null) {
            return null;
        }
        try {
            long millis = text.indexOf('T') < 0
                    ? Long.parseLong(text)
                    : Instant.parse(text).toEpochMilli();
            if (millis >= 0) {
                return millis;
            }
        } catch (DateTimeParseException | ArithmeticException | NumberFormatException e) {
            throw new InvalidCallException("a field is no time, which is an Instant or milliseconds value=" + text, e);
        }
        throw new InvalidCallException("the time of a record is not before 1970 value=" + text);
    }

    private byte[] value(Form form, byte[] whole) {
        BinaryInput input = BinaryInput.of(whole);
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
        byte[] arguments = form.parameters().arguments(whole);
        input = BinaryInput.of(arguments);
        return switch (settings.format()) {
            case JSON, PLAIN_JSON -> form.parameters().text().read(input).getBytes(StandardCharsets.UTF_8);
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
            if (form.headersOfArguments().contains(name)) { // a header that is missing is null, and no empty text
                String path = text.substring(1, text.length() - 1);
                form.fields()
                        .get(path)
                        .read(memory, 0, length)
                        .ifPresent(field ->
                                record.headers().add(new RecordHeader(name, field.getBytes(StandardCharsets.UTF_8))));
                return;
            }
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
