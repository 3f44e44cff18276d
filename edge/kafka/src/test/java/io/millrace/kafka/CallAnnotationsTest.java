package io.millrace.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.service.ServiceException;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("engine")
class CallAnnotationsTest {
    private static TestBroker broker;

    @TempDir
    Path directory;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.shared();
        broker.create("all", 3);
        broker.create("closed", 3);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private GatewayRun gateway(String name) {
        GatewayRun run = new GatewayRun(broker.servers(), "unused", directory.resolve(name));
        run.name = name;
        run.topic = Optional.empty();
        run.calls = List.of(MarkedTrades.class);
        return run;
    }

    private static void write(GatewayRun run) {
        try (ChannelWriter writer = run.writer()) {
            MarkedTrades out = writer.as(MarkedTrades.class);
            out.trade(new Trade("S1", 1.5, 7), 2);
            out.closed("S2");
            writer.journalWriter().orElseThrow().sync();
        }
    }

    /** Waits until a record is committed for readers too, and returns partition, key and own headers of all. */
    private static List<String> records(String topic) {
        Await.until(
                "a record is committed, whose marker follows after the commit has returned",
                () -> !CommittedRecords.of(broker.servers(), topic).isEmpty());
        List<String> records = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : CommittedRecords.of(broker.servers(), topic)) {
            StringBuilder text = new StringBuilder();
            text.append(record.partition()).append(' ').append(new String(record.key(), StandardCharsets.UTF_8));
            for (Header header : record.headers()) {
                if (!header.key().startsWith("millrace.")) {
                    text.append(' ')
                            .append(header.key())
                            .append('=')
                            .append(new String(header.value(), StandardCharsets.UTF_8));
                }
            }
            records.add(text.toString());
        }
        return records;
    }

    @Test
    void annotationsSayTopicKeyPartitionAndHeaders() {
        try (GatewayRun run = gateway("annotated")) {
            write(run);
            assertEquals(List.of("published: all", "published: closed"), run.outcomes(2));
        }
        assertEquals(List.of("2 S1 amount=7 price=1.5"), records("all"));
        assertEquals("S2", records("closed").getFirst().substring(2));
    }

    @Test
    void settingsWin() {
        String topic = broker.topic(2);
        try (GatewayRun run = gateway("settings")) {
            run.topic = Optional.of(topic);
            run.key = Optional.of("trade.amount");
            run.partition = Optional.of("1");
            run.headers = List.of("price=of {trade.symbol}");
            try (ChannelWriter writer = run.writer()) {
                writer.as(MarkedTrades.class).trade(new Trade("S1", 1.5, 7), 0);
                writer.journalWriter().orElseThrow().sync();
            }
            assertEquals(List.of("published: " + topic), run.outcomes(1));
        }
        assertEquals(List.of("1 7 amount=7 price=of S1"), records(topic));
    }

    @Test
    void aTopicThatAnAnnotationNamesMustExist() {
        try (GatewayRun run = gateway("missing")) {
            run.calls = List.of(Missing.class);
            write(run);
            ServiceException error = assertThrows(ServiceException.class, () -> run.outcomes(1));
            assertTrue(error.getMessage().contains("topic=no-such-topic"), error.getMessage());
        }
    }

    /** Names a topic that does not exist. */
    public interface Missing {
        @ToTopic("no-such-topic")
        void missing();
    }

    /** Has two keys. */
    public interface TwoKeys {
        void call(@AsKey String one, @AsKey String other);
    }

    /** Has two partitions. */
    public interface TwoPartitions {
        void call(@AsPartition int one, @AsPartition int other);
    }

    /** Has two headers of one name. */
    public interface TwoHeaders {
        void call(@AsHeader(name = "x") String one, @AsHeader(name = "x") String other);
    }

    /** Names a header of ours. */
    public interface OurHeader {
        void call(@AsHeader(name = "millrace.schema") String one);
    }

    /** Names a field that is not there. */
    public interface NoField {
        void call(@AsKey("symbols") Trade trade);
    }

    /** Names a topic without a name. */
    @ToTopic(" ")
    public interface NoTopic {
        void call();
    }

    /** Has two methods of one name. */
    public interface TwoMethods {
        void call();

        void call(int number);
    }

    /** Says of a method what another interface does not. */
    public interface OtherTrades {
        @ToTopic("elsewhere")
        void closed(String symbol);
    }

    private static String error(Class<?>... interfaces) {
        return assertThrows(
                        KafkaServiceException.class,
                        () -> CallAnnotations.of(Wire.of(WireTypes.none()), List.of(interfaces)))
                .getMessage();
    }

    @Test
    void whatContradictsItselfIsRefusedWithItsPlace() {
        String prefix = " interface=" + CallAnnotationsTest.class.getName() + "$";
        assertEquals(
                "a method has an annotation twice annotation=AsKey fields=[one, other]" + prefix
                        + "TwoKeys method=call",
                error(TwoKeys.class));
        assertTrue(error(TwoPartitions.class).contains("annotation=AsPartition fields=[one, other]"));
        assertTrue(error(TwoHeaders.class).contains("annotation=AsHeader name=x fields=[one, other]"));
        assertTrue(
                error(OurHeader.class).contains("a header cannot have this name annotation=AsHeader name='millrace"));
        assertTrue(error(NoField.class).contains("field=trade.symbols annotation=AsKey" + prefix + "NoField"));
        assertTrue(error(NoTopic.class).startsWith("the name of a topic is empty annotation=ToTopic" + prefix));
        assertTrue(error(TwoMethods.class).contains("method=call methods=2"));
        assertTrue(error(MarkedTrades.class, OtherTrades.class)
                .startsWith("annotations of a method contradict each other method=closed interfaces="));
    }
}
