package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;

/** Kafka Streams, exactly once (v2), with its own defaults unless a property says how often it commits. */
final class StreamsMap implements RecordMap {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final KafkaStreams streams;

    private StreamsMap(KafkaStreams streams) {
        this.streams = streams;
    }

    static StreamsMap start(String from, String to, Path directory) throws InterruptedException {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<byte[], byte[]>stream(from).mapValues(PayloadMapper::mapped).to(to);
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "streams-" + to);
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, KafkaSuite.servers());
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.STATE_DIR_CONFIG, directory.resolve("state").toString());
        settings.put("auto.offset.reset", "earliest");
        String commitMs = System.getProperty(KafkaSuite.COMMIT_MS);
        if (commitMs != null) {
            settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitMs);
            settings.put(StreamsConfig.producerPrefix("linger.ms"), "0");
        }
        KafkaStreams streams = new KafkaStreams(builder.build(), settings);
        CountDownLatch running = new CountDownLatch(1);
        streams.setStateListener((now, _) -> {
            if (now == KafkaStreams.State.RUNNING || now == KafkaStreams.State.ERROR) {
                running.countDown();
            }
        });
        streams.start();
        running.await();
        if (streams.state() == KafkaStreams.State.ERROR) {
            throw new BenchmarkException("the application of Kafka Streams did not start from=" + from + " to=" + to);
        }
        return new StreamsMap(streams);
    }

    @Override
    public void close() {
        streams.close(CLOSE_TIMEOUT);
    }
}
