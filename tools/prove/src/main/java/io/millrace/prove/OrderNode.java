package io.millrace.prove;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.service.OrderClock;
import io.millrace.service.Service;
import io.millrace.service.ServiceTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * A node of {@link OrderProof}: the channel of the order, two components that follow, and snapshots. It applies the log
 * at its own pace, and starts again from what a kill or a loss of power has left. For one thread.
 */
final class OrderNode implements AutoCloseable {

    /** The channels that are the same on all nodes. */
    static final List<String> CHANNELS = List.of("entries", "book", "totals");

    private static final String STATES = "states";
    private static final int SNAPSHOT_EVERY = 40;
    private static final int MOST_STEPS = 700;
    private static final int LIVES = 3;

    private final Path directory;
    private final OrderLog log;
    private final OrderFlaw flaw;
    private final Durability durability;
    private final SplittableRandom random;
    private final long number;
    private final int pace;
    private final List<Channel> channels = new ArrayList<>();
    private final List<ServiceTask> tasks = new ArrayList<>();
    private OrderDisk disk;
    private OrderLog.Feed feed;
    private UUID machineRun;
    private Path live;
    private int lives;
    private int kills;
    private int losses;

    /**
     * Creates a node that has applied nothing.
     *
     * @param number which node it is, from 0
     * @param pace how many entries it learns of at once at most
     */
    OrderNode(Path directory, long number, OrderLog log, OrderFlaw flaw, Durability durability, int pace, long seed)
            throws IOException {
        this.directory = directory;
        this.number = number;
        this.log = log;
        this.flaw = flaw;
        this.durability = durability;
        this.pace = pace;
        this.random = new SplittableRandom(seed);
        this.machineRun = newRun();
        this.live = Files.createDirectories(directory.resolve("0"));
        start(random.split().nextInt(MOST_STEPS) + 1);
    }

    private UUID newRun() {
        return new UUID(random.nextLong(), random.nextLong() | 1);
    }

    private void start(int steps) {
        lives++;
        boolean losesPower = durability == Durability.SYNCED && (lives + number) % 2 == 0;
        Path image = directory.resolve(Integer.toString(lives));
        disk = new OrderDisk(live, image, losesPower, steps, machineRun, random.split());
        OrderClock entriesClock = new OrderClock();
        OrderClock bookClock = new OrderClock();
        OrderClock totalsClock = new OrderClock();
        Channel entries = open(CHANNELS.get(0), entriesClock);
        Channel book = open(CHANNELS.get(1), bookClock);
        Channel totals = open(CHANNELS.get(2), totalsClock);
        Channel states = open(STATES, bookClock);
        tasks.add(Service.source("order").writes(entries).ordered(entriesClock).create(outputs -> {
            OrderFlaw ofFeed = flaw == OrderFlaw.ARRIVAL_ORDER && number == 0 ? OrderFlaw.NONE : flaw;
            feed = log.new Feed(outputs.as(OrderEntries.class), ofFeed, number);
            return feed;
        }));
        LongSupplier clock = flaw == OrderFlaw.LOCAL_CLOCK ? System::nanoTime : () -> 0;
        tasks.add(Service.component("book")
                .reads(entries)
                .writes(book)
                .snapshots(states, SNAPSHOT_EVERY)
                .ordered(bookClock)
                .create(outputs -> new OrderBook(outputs.as(OrderEvents.class), clock)));
        tasks.add(Service.component("totals")
                .reads(book)
                .writes(totals)
                .ordered(totalsClock)
                .create(outputs -> new OrderCounter(outputs.as(OrderTotals.class))));
    }

    private Channel open(String name, OrderClock clock) {
        JournalOptions journal = JournalOptions.defaults()
                .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                .withDurability(durability);
        ChannelOptions options = ChannelOptions.defaults().withJournal(journal).withClock(clock);
        Channel channel = JournalChannel.open(name, live.resolve(name), options, disk.of(name));
        channels.add(channel);
        return channel;
    }

    /** Learns of some entries, and lets some task of the node work; ends this life where that was the last step. */
    void step() throws IOException {
        if (random.nextInt(3) == 0) {
            feed.commit(1 + random.nextInt(pace));
        }
        tasks.get(random.nextInt(tasks.size())).poll();
        if (disk.hasEnded()) {
            end();
        }
    }

    private void end() throws IOException {
        close();
        kills += disk.losesPower() ? 0 : 1;
        losses += disk.losesPower() ? 1 : 0;
        machineRun = disk.losesPower() ? newRun() : machineRun;
        DirectoryTrees.delete(live);
        live = Files.createDirectories(disk.image());
        start(lives < LIVES ? random.nextInt(MOST_STEPS) + 1 : 0);
    }

    /** Starts the node once more from what it has, and applies the log to its end. */
    void restart() throws IOException {
        close();
        start(0);
        while (!isDone()) {
            step();
        }
    }

    boolean isDone() {
        return tasks.stream().allMatch(ServiceTask::done);
    }

    /** Returns the channel of a name. */
    Channel channel(String name) {
        return channels.stream()
                .filter(channel -> channel.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the state of the components as text. */
    String state() {
        return tasks.stream()
                .skip(1)
                .map(task -> task.component().toString())
                .toList()
                .toString();
    }

    int kills() {
        return kills;
    }

    int losses() {
        return losses;
    }

    @Override
    public void close() {
        tasks.reversed().forEach(ServiceTask::close);
        tasks.clear();
        channels.forEach(Channel::close);
        channels.clear();
    }
}
