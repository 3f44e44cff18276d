package io.millrace.benchmarks;

import io.millrace.harness.Effort;
import io.millrace.harness.Figures;
import io.millrace.harness.Turn;
import io.millrace.harness.WorkDirectory;
import io.millrace.harness.Workload;
import io.millrace.measure.LatencyRecorder;
import io.millrace.measure.Rate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The rounds of the Kafka suite, the same for every side. A side has the steps that are measured of it. */
abstract class KafkaWorkload implements Workload {
    private static final double NS_PER_MILLI = 1e6;
    private static final double MEDIAN = 50;
    private static final double HIGH = 99;

    /** How many records a round has, as a part of the messages of a round of journals. */
    private static final int FEWER = 50;

    private static final long START_DELAY_NS = 20_000_000;

    /** The stages of all sides. */
    private static final int PUBLISHING = 0;

    private static final int MAPPING = 1;
    private static final int ANSWERING = 2;

    private final String suffix =
            getClass().getSimpleName() + "-" + ProcessHandle.current().pid();

    /** Returns what publishes to a topic; called only where this side publishes. */
    RecordPublisher publisher(String topic, Path directory) throws InterruptedException {
        throw new UnsupportedOperationException("this side does not publish topic=" + topic);
    }

    /** Starts what maps one topic to another; called only where this side maps. */
    RecordMap map(String from, String to, Path directory) throws InterruptedException {
        throw new UnsupportedOperationException("this side does not map from=" + from + " to=" + to);
    }

    /** Connects tasks with what answers them; called only where this side answers. */
    TaskExchange exchange(String name, Path directory) throws InterruptedException {
        throw new UnsupportedOperationException("this side does not answer name=" + name);
    }

    @Override
    public final void run(Effort effort, Path directory, Figures figures) throws Exception {
        try (WorkDirectory fresh = WorkDirectory.create(directory)) {
            if (figures.isWanted(KafkaSuite.PUBLISHED, KafkaSuite.PUBLISHED_P50, KafkaSuite.PUBLISHED_P99)) {
                Turn.stage(PUBLISHING);
                publish(effort, fresh.path().resolve("publish"), figures);
            }
            if (figures.isWanted(KafkaSuite.MAPPED, KafkaSuite.MAPPED_P50, KafkaSuite.MAPPED_P99)) {
                Turn.stage(MAPPING);
                map(effort, fresh.path().resolve("map"), figures);
            }
            for (int tasks : KafkaSuite.TASKS) {
                if (figures.isWanted(KafkaSuite.tasks(tasks))) {
                    Turn.stage(ANSWERING);
                    answer(tasks, effort, fresh.path().resolve("tasks-" + tasks), figures);
                }
            }
        }
    }

    private void publish(Effort effort, Path directory, Figures figures) throws Exception {
        String topic = "published-" + suffix;
        KafkaClients.create(topic);
        try (CommittedReader reader = CommittedReader.atEnd(topic);
                RecordPublisher publisher = publisher(topic, directory)) {
            publisher.append(PayloadBytes.of(0));
            publisher.awaitPublished(1);
            reader.readTo(0);
            long[] sent = {1};
            figures.report(KafkaSuite.PUBLISHED, throughput(effort, count -> {
                long startNs = System.nanoTime();
                for (long n = 0; n < count; n++) {
                    publisher.append(PayloadBytes.of(sent[0]++));
                }
                publisher.awaitPublished(sent[0]);
                long tookNs = System.nanoTime() - startNs;
                reader.readTo(sent[0] - 1); // all of them, in order and once
                return tookNs;
            }));
            latencies(
                    List.of(KafkaSuite.PUBLISHED_P50, KafkaSuite.PUBLISHED_P99),
                    effort,
                    publisher::append,
                    reader,
                    sent,
                    figures);
        }
    }

    private void map(Effort effort, Path directory, Figures figures) throws Exception {
        String from = "from-" + suffix;
        String to = "to-" + suffix;
        KafkaClients.create(from, to);
        try (CommittedReader reader = CommittedReader.atEnd(to);
                RecordMap _ = map(from, to, directory);
                KafkaProducer<byte[], byte[]> filling = KafkaClients.producer(Map.of());
                KafkaProducer<byte[], byte[]> prompt = KafkaClients.producer(Map.of("linger.ms", 0))) {
            Consumer<byte[]> sender = sender(filling, from);
            sender.accept(PayloadBytes.of(0));
            reader.readTo(0);
            long[] sent = {1};
            figures.report(KafkaSuite.MAPPED, throughput(effort, count -> {
                long startNs = System.nanoTime();
                for (long n = 0; n < count; n++) {
                    sender.accept(PayloadBytes.of(sent[0]++));
                }
                return reader.readTo(sent[0] - 1) - startNs;
            }));
            latencies(
                    List.of(KafkaSuite.MAPPED_P50, KafkaSuite.MAPPED_P99),
                    effort,
                    sender(prompt, from),
                    reader,
                    sent,
                    figures);
        }
    }

    private static Consumer<byte[]> sender(KafkaProducer<byte[], byte[]> producer, String topic) {
        return value -> {
            var _ = producer.send(new ProducerRecord<>(topic, value));
        };
    }

    /** Measures how long some records take. */
    private interface Throughput {
        long run(long count) throws Exception;
    }

    /** Returns thousands of records per second, by round. */
    private static List<Double> throughput(Effort effort, Throughput round) throws Exception {
        long count = Math.max(1, effort.roundMessages() / FEWER);
        List<Double> measured = new ArrayList<>();
        for (int i = 0; i < effort.warmUpRounds() + effort.measuredRounds(); i++) {
            Turn.next();
            double tookNs = round.run(count);
            if (i >= effort.warmUpRounds()) {
                measured.add(count * NS_PER_MILLI / tookNs);
            }
        }
        return measured;
    }

    private static void latencies(
            List<String> names, Effort effort, Consumer<byte[]> sender, CommittedReader reader, long[] sent, Figures to)
            throws Exception {
        List<Double> medians = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            for (int round = 0; round < effort.latencyRounds(); round++) {
                Turn.next();
                Histogram latencies = atRate(effort, sender, reader, sent, threads);
                medians.add(latencies.getValueAtPercentile(MEDIAN) / NS_PER_MILLI);
                high.add(latencies.getValueAtPercentile(HIGH) / NS_PER_MILLI);
            }
        }
        to.report(names.getFirst(), medians);
        to.report(names.getLast(), high);
    }

    private static Histogram atRate(
            Effort effort, Consumer<byte[]> sender, CommittedReader reader, long[] sent, ExecutorService threads)
            throws Exception {
        Rate rate = Rate.perSecond(KafkaSuite.RATE);
        long leadInNs = effort.leadInNs();
        long count = rate.countWithin(leadInNs + effort.latencyNs() / effort.latencyRounds());
        long first = sent[0];
        long startNs = System.nanoTime() + START_DELAY_NS;
        LongUnaryOperator intendedNs = number -> startNs + rate.offsetNs(number - first);
        Histogram latencies = LatencyRecorder.newHistogram();
        Callable<Long> reading = () -> reader.read(
                first + count - 1,
                number -> rate.offsetNs(number - first) < leadInNs ? Long.MIN_VALUE : intendedNs.applyAsLong(number),
                latencies);
        Future<Long> read = threads.submit(reading);
        for (long number = first; number < first + count; number++) {
            long dueNs = intendedNs.applyAsLong(number);
            for (long nowNs = System.nanoTime(); nowNs - dueNs < 0; nowNs = System.nanoTime()) {
                LockSupport.parkNanos(dueNs - nowNs);
            }
            sender.accept(PayloadBytes.of(number));
        }
        read.get();
        sent[0] = first + count;
        return latencies;
    }

    private void answer(int tasks, Effort effort, Path directory, Figures figures) throws Exception {
        try (TaskExchange exchange = exchange("tasks-" + tasks + "-" + suffix, directory)) {
            TaskRounds.run(KafkaSuite.tasks(tasks), tasks, exchange, effort, figures);
        }
    }
}
