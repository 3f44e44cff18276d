package io.millrace.kafka;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.fixtures.Await;
import io.millrace.service.ComponentHealth;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A source that is run on a channel by the thread of the test; settings are changed before it is opened. */
final class SourceRun implements AutoCloseable {
    private final String servers;
    private final Channel channel;
    private final String topic;
    private ServiceTask task;

    Class<?> calls = Trades.class;
    Optional<Integer> partition = Optional.of(0);
    Optional<RecordFormat> format = Optional.of(RecordFormat.PLAIN_JSON);
    Optional<String> method = Optional.of("trade");
    Optional<Class<?>> decoder = Optional.empty();
    Optional<String> key = Optional.empty();
    Optional<String> time = Optional.empty();
    List<String> headers = List.of();
    List<String> tombstones = List.of();
    Optional<FirstRecord> first = Optional.empty();
    Optional<SourceEnd> end = Optional.empty();
    Optional<BadRecords> badRecords = Optional.empty();
    Optional<DeletedRecords> deletedRecords = Optional.empty();
    List<String> settings = List.of();
    Optional<Integer> partitions = Optional.empty();
    Optional<String> group = Optional.empty();

    SourceRun(TestBroker broker, String topic, Path directory) {
        this(broker.servers(), topic, directory);
    }

    SourceRun(String servers, String topic, Path directory) {
        this.servers = servers;
        this.topic = topic;
        this.channel = Channel.journal("trades", directory.resolve("trades"), ChannelOptions.defaults());
    }

    SourceRun open() {
        task = Service.source("source")
                .writes(channel)
                .create(outputs -> new KafkaSource(
                        outputs,
                        Optional.ofNullable(calls),
                        WireTypes.none(),
                        servers,
                        topic,
                        partition,
                        format,
                        method,
                        decoder,
                        key,
                        time,
                        headers,
                        tombstones,
                        first,
                        end,
                        badRecords,
                        deletedRecords,
                        partitions,
                        group,
                        Optional.empty(),
                        settings));
        return this;
    }

    /** Polls until a condition holds, or the source has ended. */
    SourceRun until(BooleanSupplier condition) {
        if (task == null) {
            open();
        }
        Await.until(
                "the source has come so far, or has ended",
                () -> {
                    while (!condition.getAsBoolean() && !task.done()) {
                        if (task.poll() == 0) {
                            return false;
                        }
                    }
                    return true;
                },
                () -> "written=" + written().size() + " health=" + health());
        return this;
    }

    /** Runs until the channel has so many calls. */
    List<String> calls(int count) {
        until(() -> written().size() >= count);
        return written();
    }

    /** Runs until the source has ended. */
    List<String> toEnd() {
        end = Optional.of(SourceEnd.END_OF_PARTITION);
        until(() -> false);
        return written();
    }

    /** Returns the calls in the channel on one line each. */
    List<String> written() {
        List<String> calls = new ArrayList<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    calls.add(cursor.yaml().strip().replaceAll("\\s+", " "));
                }
            }
        }
        return calls;
    }

    /** Returns the external indexes of the calls in the channel, which are the offsets. */
    List<Long> offsets() {
        List<Long> offsets = new ArrayList<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    offsets.add(cursor.history().index(cursor.history().size() - 1));
                }
            }
        }
        return offsets;
    }

    boolean isOpen() {
        return task != null;
    }

    /** Returns whether the output says where reading began. */
    boolean started() {
        return hasStreams()
                || channel.journal().orElseThrow().positions().keySet().stream()
                        .anyMatch(name -> name.startsWith("start of source is "));
    }

    private boolean hasStreams() {
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CONSUMED
                        && cursor.consumed()
                                .source(cursor.consumed().size() - 1)
                                .name()
                                .equals("source/*")) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Returns the number of a trade as it is written. */
    static int number(String call) {
        return Integer.parseInt(call.substring(call.lastIndexOf(' ') + 1));
    }

    /** Returns the greatest offset that the output has as passed over; -1 where there is none. */
    long consumed() {
        long greatest = -1;
        try (ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CONSUMED) {
                    greatest = cursor.consumed().to(cursor.consumed().size() - 1);
                }
            }
        }
        return greatest;
    }

    ComponentHealth health() {
        return task.health();
    }

    long count(String what) {
        return ((KafkaSource) task.component()).count(what);
    }

    static List<String> trades(int... numbers) {
        return java.util.Arrays.stream(numbers)
                .mapToObj(number -> "trade: symbol: S" + number + " price: 1.5 amount: " + number)
                .toList();
    }

    @Override
    public void close() {
        try (channel) {
            if (task != null) {
                task.close();
            }
        }
    }
}
