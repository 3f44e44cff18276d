package io.millrace.kafka;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.journal.Durability;
import io.millrace.service.ComponentHealth;
import io.millrace.service.Gateway;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A gateway that is run on its channels by the thread of the test; settings are changed before it is opened. */
final class GatewayRun implements AutoCloseable {
    private final String servers;
    private final Channel requests;
    private final Channel outcomes;
    private final ChannelCursor newest;
    private int answered;
    private ServiceTask task;

    String name = "gateway";
    String topology = "";
    String[] formerly = {};
    List<Class<?>> calls = List.of();
    Optional<String> topic;
    List<String> topics = List.of();
    Optional<String> key = Optional.empty();
    Optional<String> partition = Optional.empty();
    Optional<String> time = Optional.empty();
    List<String> headers = List.of();
    List<String> tombstones = List.of();
    Optional<RecordFormat> format = Optional.of(RecordFormat.PLAIN_JSON);
    Optional<Class<?>> encoder = Optional.empty();
    Optional<String> progressTopic = Optional.empty();
    Optional<Integer> batch = Optional.empty();
    List<String> settings = List.of();
    Duration giveUpAfter = Duration.ofMinutes(5);
    final List<String> told = new ArrayList<>();
    UnaryOperator<Gateway> around = UnaryOperator.identity();

    GatewayRun(String servers, String topic, Path directory) {
        this.servers = servers;
        this.topic = Optional.of(topic);
        ChannelOptions options = ChannelOptions.defaults();
        this.requests = Channel.journal(
                "requests",
                directory.resolve("requests"),
                options.withJournal(options.journal().withDurability(Durability.SYNCED)));
        this.outcomes = Channel.journal("outcomes", directory.resolve("outcomes"), options);
        this.newest = outcomes.cursor();
    }

    /** Writes calls as a component does; also while the gateway runs. */
    GatewayRun trades(int from, int to) {
        try (ChannelWriter writer = requests.writer()) {
            Trades out = writer.as(Trades.class);
            for (int number = from; number <= to; number++) {
                out.trade(new Trade("S" + number, 1.5, number));
            }
            writer.journalWriter().orElseThrow().sync();
        }
        return this;
    }

    ChannelWriter writer() {
        return requests.writer();
    }

    KafkaGateway gateway(KafkaResults results) {
        return new KafkaGateway(
                results,
                WireTypes.none(),
                calls,
                servers,
                topic,
                topics,
                key,
                partition,
                time,
                headers,
                tombstones,
                format,
                encoder,
                progressTopic,
                List.of(),
                batch,
                Optional.empty(),
                settings);
    }

    GatewayRun open() {
        task = Service.gateway(name)
                .topology(topology)
                .formerly(formerly)
                .reads(requests)
                .writes(outcomes)
                .giveUpAfter(giveUpAfter)
                .errorHandler((severity, origin, error) -> told.add(severity + " " + error.getMessage()))
                .create(outputs -> around.apply(gateway(outputs.as(KafkaResults.class))));
        return this;
    }

    GatewayRun until(BooleanSupplier condition) {
        if (task == null) {
            open();
        }
        Await.until(
                "the gateway has come so far",
                () -> {
                    while (!condition.getAsBoolean()) {
                        if (task.poll() == 0) {
                            return false;
                        }
                    }
                    return true;
                },
                () -> "answered=" + answered() + " health=" + health());
        return this;
    }

    /** Runs until there are so many outcomes. */
    List<String> outcomes(int count) {
        until(() -> answered() >= count);
        return written();
    }

    int answered() {
        Entry entry = newest.next();
        while (entry != Entry.END) {
            answered += entry == Entry.CALL ? 1 : 0;
            entry = newest.next();
        }
        return answered;
    }

    ComponentHealth health() {
        return task.health();
    }

    String requestsId() {
        return requests.journal().orElseThrow().id().toString();
    }

    String outputId() {
        return outcomes.journal().orElseThrow().id().toString();
    }

    List<String> written() {
        List<String> calls = new ArrayList<>();
        try (ChannelCursor cursor = outcomes.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.yaml().strip().replaceAll("\\s+", " "));
                }
            }
        }
        return calls;
    }

    @Override
    public void close() {
        try (requests;
                outcomes;
                newest) {
            if (task != null) {
                task.close();
            }
        }
    }
}
