package io.millrace.ledger;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.concurrent.Uninterruptibly;
import io.millrace.journal.JournalOptions;
import io.millrace.service.OrderClock;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** A node of the tests: its seat, the channel of the order, and a component on it, in a thread of its own. */
final class TownNode implements AutoCloseable {
    private final Channel requests;
    private final Channel calls;
    private final Channel balances;
    private final LedgerSource source;
    private final List<ServiceTask> tasks;
    private final Thread thread;
    private volatile boolean isClosing;
    private volatile Throwable failure;

    /** Adds up what was given. */
    private static final class Town implements Gifts {
        private final GiftBalances out;
        private final Map<String, Long> balances = new TreeMap<>();

        private Town(GiftBalances out) {
            this.out = out;
        }

        @Override
        public void give(String from, String to, long points) {
            out.onBalance(from, balances.merge(from, -points, Long::sum));
            out.onBalance(to, balances.merge(to, points, Long::sum));
        }
    }

    TownNode(Path ledger, Path data, int seat) {
        OrderClock callsClock = new OrderClock();
        OrderClock balancesClock = new OrderClock();
        requests = channel(data, "requests", ChannelOptions.defaults());
        calls = channel(data, "calls", ChannelOptions.defaults().withClock(callsClock));
        balances = channel(data, "balances", ChannelOptions.defaults().withClock(balancesClock));
        LedgerSource[] made = new LedgerSource[1];
        ServiceTask order = Service.source("order")
                .writes(calls)
                .ordered(callsClock)
                .proposals(requests)
                .create(outputs -> {
                    made[0] = new LedgerSource(
                            outputs,
                            WireTypes.none(),
                            ledger,
                            seat,
                            List.of(Gifts.class),
                            Optional.of(Duration.ofMillis(5)),
                            Optional.of(Duration.ofMillis(100)));
                    return made[0];
                });
        source = made[0];
        ServiceTask town = Service.component("town")
                .reads(calls)
                .writes(balances)
                .ordered(balancesClock)
                .create(outputs -> new Town(outputs.as(GiftBalances.class)));
        tasks = List.of(order, town);
        thread = Thread.ofPlatform().name("node-" + seat).start(this::run);
    }

    private static Channel channel(Path data, String name, ChannelOptions options) {
        JournalOptions journal = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);
        return Channel.journal(name, data.resolve(name), options.withJournal(journal));
    }

    private void run() {
        try {
            while (!isClosing) {
                int work = 0;
                for (ServiceTask task : tasks) {
                    work += task.poll();
                }
                if (work == 0) {
                    LockSupport.parkNanos(200_000);
                }
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    /** Appends calls to the channel of requests. */
    void give(String from, String to, int times) {
        try (ChannelWriter writer = requests.writer()) {
            Gifts gifts = writer.as(Gifts.class);
            for (int i = 1; i <= times; i++) {
                gifts.give(from, to, i);
            }
        }
    }

    /** Appends a batch that a client has signed. */
    void signed(byte[] batch) {
        try (ChannelWriter writer = requests.writer()) {
            writer.as(SignedCalls.class).signed(batch);
        }
    }

    long ordered() {
        return messages(calls);
    }

    long told() {
        return messages(balances);
    }

    private long messages(Channel channel) {
        if (failure != null) {
            throw new AssertionError("the node has failed", failure);
        }
        return channel.journal().orElseThrow().messages();
    }

    Channel calls() {
        return calls;
    }

    Channel balances() {
        return balances;
    }

    String status() {
        return source.status();
    }

    /** Returns how the node is, once it has started. */
    NodeStatus nodeStatus() {
        return source.node().status();
    }

    @Override
    public void close() {
        isClosing = true;
        Uninterruptibly.join(thread);
        tasks.reversed().forEach(ServiceTask::close);
        List.of(requests, calls, balances).forEach(Channel::close);
    }
}
