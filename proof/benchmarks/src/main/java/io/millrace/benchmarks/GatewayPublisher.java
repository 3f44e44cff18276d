package io.millrace.benchmarks;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.harness.BenchmarkException;
import io.millrace.journal.Durability;
import io.millrace.journal.TailerOptions;
import io.millrace.kafka.KafkaGateway;
import io.millrace.kafka.KafkaRefusal;
import io.millrace.kafka.KafkaResults;
import io.millrace.kafka.RecordFormat;
import io.millrace.service.EventLoop;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.Service;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The gateway, between journals that are both forced. */
final class GatewayPublisher implements RecordPublisher {
    private static final long PAUSE_NS = 50_000;

    private final Channel requests;
    private final Channel outcomes;
    private final ChannelWriter writer;
    private final Payloads out;
    private final EventLoop loop;
    private final ChannelReader answers;
    private final PublishedCount count = new PublishedCount();

    /** Counts the outcomes, which must all be that a record is published. */
    private static final class PublishedCount implements KafkaResults {
        private long published;

        @Override
        public void published(String topic) {
            published++;
        }

        @Override
        public void refused(KafkaRefusal refusal) {
            throw new BenchmarkException("a record was refused refusal=" + refusal);
        }
    }

    private GatewayPublisher(Channel requests, Channel outcomes, EventLoop loop) {
        this.requests = requests;
        this.outcomes = outcomes;
        this.loop = loop;
        this.writer = requests.writer();
        this.out = writer.as(Payloads.class);
        this.answers = outcomes.reader(
                count,
                ReaderOptions.defaults().withTailer(TailerOptions.defaults().withLevel(Durability.SYNCED)),
                KafkaResults.class);
    }

    static GatewayPublisher start(String topic, Path directory) {
        ChannelOptions plain = ChannelOptions.defaults();
        ChannelOptions synced = plain.withJournal(plain.journal().withDurability(Durability.SYNCED));
        Channel requests = Channel.journal("requests", directory.resolve("requests"), synced);
        Channel outcomes = Channel.journal("outcomes", directory.resolve("outcomes"), synced);
        var task = Service.gateway("gateway-" + topic)
                .reads(requests)
                .writes(outcomes)
                .create(outputs -> gateway(outputs.as(KafkaResults.class), topic));
        return new GatewayPublisher(
                requests, outcomes, EventLoop.start("gateway", EventLoopOptions.defaults(), List.of(task)));
    }

    private static KafkaGateway gateway(KafkaResults results, String topic) {
        return new KafkaGateway(
                results,
                WireTypes.none(),
                List.of(),
                KafkaSuite.servers(),
                Optional.of(topic),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.of(RecordFormat.BYTES),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.of(KafkaSuite.TRANSACTION),
                Optional.empty(),
                List.of());
    }

    @Override
    public void append(byte[] value) {
        out.payload(value);
    }

    @Override
    public void awaitPublished(long records) throws InterruptedException {
        while (count.published < records) {
            if (answers.poll() != Poll.MESSAGE) {
                if (loop.await(0)) {
                    throw new BenchmarkException("the gateway has ended published=" + count.published);
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    @Override
    public void close() {
        try (requests;
                outcomes;
                writer;
                answers) {
            loop.close();
        }
    }
}
