package io.millrace.kafka;

import io.millrace.service.Outputs;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Makes of each record the call that the schema in its header describes, without classes. A value comes from outside,
 * so it is checked against the schema before it is written. Used by one thread.
 */
final class DescribedCalls implements RecordCalls {
    private final Outputs outputs;
    private final RecordFormat format;
    private final TextOptions strict = TextOptions.strict();
    private final BinaryOutput arguments = BinaryOutput.allocate(1 << 10);
    private final Map<ByteBuffer, Known> described = new HashMap<>();

    /** A call and its text. */
    private record Known(CallSchema schema, JsonCallText text) {}

    /**
     * Prepares the calls.
     *
     * @throws KafkaServiceException where format, method and decoder need an interface
     */
    DescribedCalls(Outputs outputs, RecordFormat format, Optional<String> method, Optional<Class<?>> decoder) {
        if (method.isPresent()
                || decoder.isPresent()
                || (format != RecordFormat.JSON && format != RecordFormat.BINARY)) {
            throw new KafkaServiceException("without the setting calls, the schemas in the headers describe the calls,"
                    + " of format=JSON or BINARY and without the settings method and decoder format=" + format);
        }
        this.outputs = outputs;
        this.format = format;
    }

    @Override
    public void call(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        byte[] schema = CallHeaders.schema(record.headers());
        if (schema == null) {
            throw new BadRecordException("a record has no header " + CallHeaders.SCHEMA
                    + ", which describes its call where the interface of the calls is not given");
        }
        arguments.reset();
        try {
            Known known = known(schema);
            if (format == RecordFormat.BINARY) {
                check(known, record.value());
                outputs.call(known.schema(), MemorySegment.ofArray(record.value()), 0, record.value().length);
                return;
            }
            known.text().write(TypedCalls.text(record.value()), strict, arguments);
            outputs.call(known.schema(), arguments.segment(), arguments.start(), arguments.length());
        } catch (WireException e) {
            throw new BadRecordException(e.getMessage(), e);
        }
    }

    private Known known(byte[] bytes) {
        Known known = described.get(ByteBuffer.wrap(bytes));
        if (known == null) {
            if (described.size() >= MAX_SCHEMAS) {
                described.clear();
            }
            CallSchema schema = CallHeaders.read(bytes);
            known = new Known(schema, JsonCallText.of(schema));
            described.put(ByteBuffer.wrap(bytes.clone()), known);
        }
        return known;
    }

    /** Checks that a value is the arguments of a call to its last byte. */
    private static void check(Known known, byte[] value) {
        BinaryInput input = BinaryInput.of(value);
        known.text().read(input);
        if (input.remaining() > 0) {
            throw new BadRecordException("a value has bytes after the arguments of its call method="
                    + known.schema().methodName() + " bytes=" + input.remaining());
        }
    }
}
