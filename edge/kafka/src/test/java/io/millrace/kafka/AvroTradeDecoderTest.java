package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.leaks.ExpectedLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("engine")
class AvroTradeDecoderTest {
    private static TestBroker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.shared();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private static byte[] framed(int schemaId, Schema schema, int number) throws IOException {
        GenericRecord trade = new GenericData.Record(schema);
        trade.put("symbol", "S" + number);
        trade.put("price", 1.5);
        if (schema.getField("amount") != null) {
            trade.put("amount", (long) number);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(ByteBuffer.allocate(5).putInt(1, schemaId).array());
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(schema).write(trade, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }

    @ExpectedLog("a bad record was passed over")
    @Test
    void recordsOfOldAndNewSchemasAreTradesAndOthersAreBad() throws IOException {
        String topic = broker.topic(1);
        byte[] cut = framed(23, AvroTradeDecoder.NOW, 4);
        List<byte[]> values = List.of(
                framed(17, AvroTradeDecoder.FIRST, 1),
                framed(23, AvroTradeDecoder.NOW, 2),
                framed(99, AvroTradeDecoder.NOW, 3),
                Arrays.copyOf(cut, cut.length - 1),
                new byte[] {0, 0},
                framed(23, AvroTradeDecoder.NOW, 5));
        try (KafkaProducer<byte[], byte[]> producer = broker.producer(null)) {
            values.forEach(value -> {
                var _ = producer.send(new ProducerRecord<>(topic, value));
            });
        }
        try (SourceRun run = new SourceRun(broker, topic, directory)) {
            run.method = Optional.empty();
            run.decoder = Optional.of(AvroTradeDecoder.class);
            run.badRecords = Optional.of(BadRecords.SKIP);
            assertEquals(SourceRun.trades(1, 2, 5), run.toEnd());
            assertEquals(3, run.count("badRecords"));
        }
    }
}
