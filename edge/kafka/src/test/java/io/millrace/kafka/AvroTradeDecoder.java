package io.millrace.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Reads trades in Avro in the frame of schema registries: a byte 0, four bytes with the id of the writer's schema, and
 * the message. The schemas are a part of the program, so that a replay needs no registry.
 */
public final class AvroTradeDecoder implements RecordDecoder<Trades> {
    static final Schema FIRST = SchemaBuilder.record("Trade")
            .fields()
            .requiredString("symbol")
            .requiredDouble("price")
            .endRecord();
    static final Schema NOW = SchemaBuilder.record("Trade")
            .fields()
            .requiredString("symbol")
            .requiredDouble("price")
            .name("amount")
            .type()
            .longType()
            .longDefault(1)
            .endRecord();

    private final Map<Integer, GenericDatumReader<GenericRecord>> readers =
            Map.of(17, new GenericDatumReader<>(FIRST, NOW), 23, new GenericDatumReader<>(NOW));
    private BinaryDecoder bytes;

    @Override
    public void decode(KafkaRecord record, Trades out) {
        ByteBuffer frame = ByteBuffer.wrap(record.value());
        int first = frame.get();
        int schemaId = frame.getInt();
        GenericDatumReader<GenericRecord> reader = readers.get(schemaId);
        if (first != 0 || reader == null) {
            throw new IllegalArgumentException("no trade in Avro firstByte=" + first + " schemaId=" + schemaId);
        }
        bytes = DecoderFactory.get().binaryDecoder(record.value(), frame.position(), frame.remaining(), bytes);
        try {
            GenericRecord trade = reader.read(null, bytes);
            out.trade(
                    new Trade(trade.get("symbol").toString(), (double) trade.get("price"), (long) trade.get("amount")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
