package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.History;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.SnapshotMark;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.channel.SnapshotMark.Position;
import io.millrace.channel.Source;
import io.millrace.channel.UpgradeMark;
import io.millrace.journal.CopyOrigin;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.Index;
import io.millrace.journal.JournalId;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.RunEnd;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;

/**
 * A host whose channels are made of each other at random, and copies of them on a spare that have any part of each. It
 * knows the causes of each record from writing it, and computes the largest cut from the ends of the copies downwards.
 */
final class CutGraph implements AutoCloseable {

    static final List<String> CHANNELS = List.of("component", "timer", "states", "report");

    private static final String FAR = "far";
    private static final int PROLOGUE_BYTES = 128;
    private static final ChannelOptions OPTIONS = ChannelOptions.defaults()
            .withJournal(JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES))
            .withRecordedEnd();

    private record Cause(String channel, long index) {}

    /** Records that are in a cut together or not at all. */
    private static final class Item {
        private final List<Cause> causes = new ArrayList<>();
        private int records;
        private long first;
        private long last;

        Item(int records) {
            this.records = records;
        }
    }

    private final class Written implements AutoCloseable {
        private final String name;
        private final JournalChannel channel;
        private final JournalChannelWriter writer;
        private final Numbers numbers;
        private final ChannelCursor cursor;
        private final List<Item> items = new ArrayList<>();
        private final List<Long> inputs = new ArrayList<>();
        private final List<Cause> consumed = new ArrayList<>();

        /** How many inputs of each channel were taken or passed over. */
        private final Map<Written, Integer> taken = new HashMap<>();

        private Tailer frames;
        private CopyWriter copy;
        private long copied;

        Written(String name) {
            this.name = name;
            channel = Channel.journal(name, host.resolve(name), OPTIONS);
            writer = channel.writer();
            numbers = writer.as(Numbers.class);
            cursor = channel.cursor();
            frames = channel.journal()
                    .orElseThrow()
                    .tailer(TailerOptions.defaults().withMetadata(MetadataFrames.INCLUDE));
        }

        /** Adds what was written, once the cursor has found where it is. */
        private void add(Item item) {
            items.add(item);
            for (int i = 0; i < item.records; i++) {
                if (cursor.next() == ChannelCursor.Entry.END) {
                    throw new IllegalStateException("a record is missing channel=" + name);
                }
                item.first = i == 0 ? cursor.index() : item.first;
                item.last = cursor.index();
                if (cursor.index() != item.first || item.records == 1) {
                    inputs.add(cursor.index());
                }
            }
        }

        private void addConsumed() {
            if (!consumed.isEmpty()) {
                Item item = new Item(1);
                item.causes.addAll(consumed);
                consumed.clear();
                add(item);
            }
        }

        @Override
        public void close() {
            cursor.close();
            writer.close();
            channel.close();
            if (copy != null) {
                copy.close();
            }
        }
    }

    private final Path host;
    private final Path spare;
    private final Random random;
    private final Map<String, Written> channels = new LinkedHashMap<>();
    private final Channel queue = Channel.queue("queue", 1 << 16, ChannelOptions.defaults());
    private final ChannelReader queued = queue.reader((Numbers) _ -> {}, ReaderOptions.defaults(), Numbers.class);
    private final Numbers intoQueue;
    private boolean isByQueue;
    private final ChannelWriter queueWriter = queue.writer();

    CutGraph(Path host, Path spare, Random random) {
        this.host = host;
        this.spare = spare;
        this.random = random;
        intoQueue = queueWriter.as(Numbers.class);
        CHANNELS.forEach(name -> channels.put(name, new Written(name)));
        channels.put(FAR, new Written(FAR));
    }

    /** Writes something at random. */
    void step() {
        List<String> names = List.copyOf(channels.keySet());
        Written to = channels.get(names.get(random.nextInt(names.size())));
        switch (random.nextInt(12)) {
            case 0 -> call(to);
            case 1, 2, 3 -> consume(to);
            case 4 -> {
                to.writer.checkpoint();
                to.addConsumed();
            }
            case 5 -> mark(to, Edge.BEGIN);
            case 6 -> mark(to, Edge.START);
            case 7 -> upgrade(to);
            case 8 -> to.channel.markEnded();
            default -> group(to);
        }
    }

    private void call(Written to) {
        to.writer.checkpoint();
        to.addConsumed();
        to.numbers.number(random.nextInt());
        to.add(new Item(1));
    }

    private void consume(Written to) {
        isByQueue = false;
        Cause cause = begin(to);
        to.writer.commit();
        if (!isByQueue) { // a record of inputs names the queue alone
            to.consumed.add(cause);
        } else {
            to.consumed.add(new Cause("queue", 0));
        }
    }

    private void group(Written to) {
        Cause cause = begin(to);
        int calls = 1 + random.nextInt(3);
        for (int i = 0; i < calls; i++) {
            to.numbers.number(i);
        }
        to.writer.commit();
        to.addConsumed();
        Item item = new Item(calls);
        item.causes.add(cause);
        to.add(item);
    }

    /** Begins a group that results from a record of a channel, directly or by a queue, or from elsewhere. */
    private Cause begin(Written to) {
        List<Written> all = List.copyOf(channels.values());
        Written from = all.get(random.nextInt(all.size()));
        int next = to.taken.getOrDefault(from, 0); // a component takes each input once, in order
        if (random.nextInt(5) == 0 || from == to || next >= from.inputs.size()) {
            to.writer.begin(new Input().set(Source.external("time"), random.nextInt(100), 1));
            return new Cause("time", 0);
        }
        // Later inputs are likelier, so that channels follow each other closely.
        int at = Math.max(random.nextInt(next, from.inputs.size()), random.nextInt(next, from.inputs.size()));
        to.taken.put(from, at + 1);
        long index = from.inputs.get(at);
        Input input = new Input().set(from.channel.source(), index, 1);
        if (random.nextInt(4) == 0) {
            queueWriter.begin(input);
            intoQueue.number(1);
            queueWriter.commit();
            if (queued.poll() != Poll.MESSAGE) {
                throw new IllegalStateException("the queue is empty");
            }
            isByQueue = true;
            History hops = new History();
            hops.copyOf(queued.history());
            input.set(queue.source(), 1, 1, hops);
            to.writer.begin(input);
            return new Cause(from.name, index);
        }
        to.writer.begin(input);
        return new Cause(from.name, index);
    }

    private void mark(Written to, Edge edge) {
        to.writer.checkpoint();
        to.addConsumed();
        Item begin = new Item(1);
        List<Written> all = List.copyOf(channels.values());
        Written output = all.get(random.nextInt(all.size()));
        long outputIndex = output.channel.journal().orElseThrow().lastIndex();
        begin.causes.add(new Cause(output.name, outputIndex));
        List<Position> positions = new ArrayList<>();
        for (Written input : all) {
            if (random.nextBoolean() && input != to) {
                long index = input.inputs.isEmpty() ? Index.NONE : input.inputs.getLast();
                positions.add(new Position(input.channel.source(), index));
                begin.causes.add(new Cause(input.name, index));
            }
        }
        SnapshotMark mark = new SnapshotMark(edge, output.channel.source(), outputIndex, positions, -1, 0);
        boolean isOpening = edge == Edge.BEGIN && random.nextInt(3) == 0;
        long at = isOpening ? to.writer.beginPeriod(mark) : to.writer.mark(mark);
        to.add(begin);
        if (edge == Edge.BEGIN) {
            to.numbers.number(1);
            to.add(new Item(1));
            Item end = new Item(1);
            end.causes.addAll(begin.causes);
            to.writer.mark(mark.end(at, 1));
            to.add(end);
        }
    }

    private static void upgrade(Written to) {
        to.writer.checkpoint();
        to.addConsumed();
        to.writer.mark(new UpgradeMark("c", "by", Instant.EPOCH, "reason", "run=1", Instant.EPOCH));
        to.add(new Item(1));
    }

    /** Sends some frames of some channels to the spare, or all of them. */
    void copy(boolean all) {
        for (String name : CHANNELS) {
            int frames = all ? Integer.MAX_VALUE : random.nextInt(8);
            if (all || random.nextBoolean()) {
                copy(channels.get(name), frames);
            }
        }
    }

    private void copy(Written channel, int frames) {
        Tailer tailer = channel.frames;
        for (int i = 0; i < frames && tailer.read() == Read.MESSAGE; i++) {
            long at = tailer.index();
            if (channel.copy == null) {
                JournalId id = channel.channel.journal().orElseThrow().id();
                channel.copy =
                        CopyWriter.create(spare.resolve(channel.name), new CopyOrigin(id, 0, 0, 0), OPTIONS.journal());
            }
            if (channel.copied == 0 || Index.segment(at) != Index.segment(channel.copy.end())) {
                if (channel.copied != 0) {
                    channel.copy.endSegment(1);
                }
                channel.copy.beginSegment(tailer.segment().asSlice(0, PROLOGUE_BYTES), 1);
            }
            MemorySegment frame = tailer.segment().asSlice(tailer.offset() - 8, (8L + tailer.length() + 7) & -8L);
            channel.copy.write(at, frame, RunEnd.ENDS, 1);
            channel.copied++;
        }
    }

    /** Cuts a copy below a position, as one that has diverged; returns whether there was something to cut. */
    boolean cutBelow(String name, long boundary) {
        OptionalLong at = placeBelow(name, boundary);
        at.ifPresent(place -> cut(name, place));
        return at.isPresent();
    }

    /** Returns a position below another at which a copy can be cut; empty where there is none. */
    OptionalLong placeBelow(String name, long boundary) {
        Written channel = channels.get(name);
        List<Item> before =
                channel.items.stream().filter(item -> item.last < boundary).toList();
        return channel.copy == null || before.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(before.get(random.nextInt(before.size())).first);
    }

    /** Cuts a copy. */
    void cut(String name, long at) {
        channels.get(name).copy.cut(at);
        channels.get(name).frames.seek(at);
    }

    /** Returns how many items of each channel the largest cut has, computed from what the copies hold downwards. */
    Map<String, Integer> largest() {
        Map<String, Integer> cut = new LinkedHashMap<>();
        for (String name : CHANNELS) {
            long end = end(name);
            cut.put(name, (int) channels.get(name).items.stream()
                    .filter(item -> item.last < end)
                    .count());
        }
        boolean isLower = true;
        while (isLower) {
            isLower = false;
            for (String name : CHANNELS) {
                int kept = 0;
                while (kept < cut.get(name)
                        && channels.get(name).items.get(kept).causes.stream()
                                .allMatch(cause -> isIn(cause, name, cut))) {
                    kept++;
                }
                isLower |= cut.put(name, kept) != kept;
            }
        }
        return cut;
    }

    private long end(String name) {
        CopyWriter copy = channels.get(name).copy;
        return copy == null ? 0 : copy.end();
    }

    private boolean isIn(Cause cause, String of, Map<String, Integer> cut) {
        if (!cut.containsKey(cause.channel) || cause.index == Index.NONE || cause.channel.equals(of)) {
            return true; // a channel has what is before a record in it
        }
        List<Item> items = channels.get(cause.channel).items;
        int kept = cut.get(cause.channel);
        long end = end(cause.channel);
        return cause.index < (kept < items.size() ? Math.min(end, items.get(kept).first) : end);
    }

    /** Returns how many items of a channel are below a boundary, or throws where one is only in part. */
    int below(String name, long boundary) {
        int count = 0;
        for (Item item : channels.get(name).items) {
            if (item.first < boundary && item.last >= boundary) {
                throw new AssertionError("only a part of the calls of an input channel=" + name + " boundary="
                        + Index.toText(boundary) + " first=" + Index.toText(item.first));
            }
            count += item.last < boundary ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        channels.values().forEach(Written::close);
        queued.close();
        queueWriter.close();
        queue.close();
    }
}
