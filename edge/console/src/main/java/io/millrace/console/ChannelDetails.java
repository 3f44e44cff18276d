package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.RestartPosition;
import io.millrace.channel.SnapshotMark;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalInfo;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.Read;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.CallSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What there is to say about one journal, for a page that shows it alone. Reads a bounded number of records. */
final class ChannelDetails {

    private static final int MAX_SEGMENTS = 200;
    private static final int MAX_SCANNED = 5_000;
    private static final int MAX_SNAPSHOTS = 20;
    private static final long MAX_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Channel channel;
    private final Journal journal;
    private final JournalInfo info;

    private ChannelDetails(Channel channel, Journal journal) {
        this.channel = channel;
        this.journal = journal;
        this.info = journal.info();
    }

    /** A snapshot: where its end mark is, when the call before it was written, and how many calls it has. */
    private record Snapshot(long index, long timeNs, SnapshotMark mark) {}

    /** Writes the members. */
    static void write(Json json, Channel channel, Graph.Edge edge, Subject subject) {
        new ChannelDetails(channel, channel.journal().orElseThrow()).write(json, edge, subject);
    }

    /** Returns the calls that a channel has had lately, and others that it may have. */
    static Collection<CallSchema> calls(Channel channel, List<CallSchema> others) {
        Set<CallSchema> calls = new LinkedHashSet<>();
        Map<String, CallSchema> newest = new LinkedHashMap<>();
        new ChannelDetails(channel, channel.journal().orElseThrow()).newest(newest, new ArrayList<>());
        calls.addAll(others);
        Set<String> known = new HashSet<>();
        others.forEach(call -> known.add(call.path()));
        newest.forEach((path, call) -> {
            if (!known.contains(path)) {
                calls.add(call);
            }
        });
        return calls;
    }

    private void write(Json json, Graph.Edge edge, Subject subject) {
        json.field("name", channel.name())
                .field("kind", edge.kind())
                .field("journalId", info.id().toString())
                .field("created", info.created().toString())
                .field("formatVersion", info.formatVersion())
                .field("messages", info.removedFrames() + info.dataFrames())
                .field("removedMessages", info.removedFrames())
                .field(
                        "bytes",
                        info.segments().stream()
                                .mapToLong(JournalInfo.Segment::usedBytes)
                                .sum())
                .field(
                        "diskBytes",
                        info.segments().stream()
                                .mapToLong(JournalInfo.Segment::sizeBytes)
                                .sum())
                .field("firstIndex", Index.toText(message(Direction.FORWARD)))
                .field("lastIndex", Index.toText(message(Direction.BACKWARD)))
                .field("syncedIndex", Index.toText(info.syncedIndex()))
                .optional("durability", Optional.of(edge.durability()).filter(text -> !text.isEmpty()))
                .optional("ownership", Optional.of(edge.ownership()).filter(text -> !text.isEmpty()))
                .field("forces", info.counters().forces())
                .optional(
                        "meanForceNs",
                        info.counters().forces() == 0
                                ? OptionalLong.empty()
                                : OptionalLong.of(info.counters().forcedNs()
                                        / info.counters().forces()));
        segments(json);
        retention(json, subject.retention(channel.name()));
        json.objects("positions", info.positions(), position -> {
            boolean isRestart = RestartPosition.service(position.name()).isPresent();
            json.field("name", position.name())
                    .field("index", Index.toText(position.state().index()))
                    .optional("unread", isRestart ? OptionalLong.empty() : OptionalLong.of(position.unread()))
                    .field("restart", isRestart);
        });
        Map<String, CallSchema> calls = new LinkedHashMap<>();
        List<Snapshot> snapshots = new ArrayList<>();
        boolean isEncrypted = newest(calls, snapshots);
        json.field("encrypted", isEncrypted);
        json.objects(
                "snapshots",
                snapshots,
                snapshot -> json.field("index", Index.toText(snapshot.index()))
                        .field("time", EpochTime.text(snapshot.timeNs()))
                        .field("calls", snapshot.mark().calls())
                        .field("of", snapshot.mark().output().name()));
        subject.calls(channel.name()).forEach(call -> calls.put(call.path(), call));
        json.field("appendable", subject.isAppendable(channel.name()));
        json.objects("calls", calls.values(), call -> CallForm.write(json, call));
        json.field("command", "millrace info " + ShellText.quoted(journal.directory()));
    }

    /** Returns the index of the first or the last message, as {@code millrace info} does; records are none. */
    private long message(Direction direction) {
        TailerOptions messages =
                TailerOptions.defaults().withMark(MarkPolicy.NEVER).withDirection(direction);
        try (Tailer tailer = journal.tailer(messages)) {
            return tailer.read() == Read.MESSAGE ? tailer.index() : Index.NONE;
        }
    }

    private void segments(Json json) {
        List<JournalInfo.Segment> all = info.segments();
        List<JournalInfo.Segment> shown = all.subList(Math.max(0, all.size() - MAX_SEGMENTS), all.size());
        long number = info.removedFrames()
                + all.subList(0, all.size() - shown.size()).stream()
                        .mapToLong(JournalInfo.Segment::dataFrames)
                        .sum();
        long[] before = {number};
        json.field("segmentCount", all.size());
        try (Tailer tailer = journal.tailer();
                ChannelCursor cursor = channel.cursor()) {
            json.objects("segments", shown, segment -> {
                json.field("number", segment.number())
                        .field("messages", segment.dataFrames())
                        .field("bytes", segment.usedBytes())
                        .field("sizeBytes", segment.sizeBytes())
                        .field("state", segment.ended() ? "ended" : "open");
                if (segment.dataFrames() > 0) {
                    json.optional("firstTime", time(tailer, cursor, before[0]));
                    json.optional("lastTime", time(tailer, cursor, before[0] + segment.dataFrames() - 1));
                }
                before[0] += segment.dataFrames();
            });
        }
    }

    /** Returns when the message with a number was written; empty where retention has removed it meanwhile. */
    private static Optional<String> time(Tailer tailer, ChannelCursor cursor, long number) {
        boolean isThere = tailer.seekMessage(number) == SeekResult.FOUND
                && tailer.read() == Read.MESSAGE
                && cursor.seek(tailer.index()) == SeekResult.FOUND
                && cursor.next() == Entry.CALL;
        return isThere ? Optional.of(EpochTime.text(cursor.timeNs())) : Optional.empty();
    }

    private static void retention(Json json, Optional<RetentionPolicy> retention) {
        if (retention.isEmpty()) {
            json.nothing("retention");
            return;
        }
        RetentionPolicy policy = retention.get();
        json.object(
                "retention",
                () -> json.field("keepsAll", policy.keepsAll())
                        .optional("maxAge", policy.maxAge().map(Object::toString))
                        .optional("maxSizeBytes", policy.maxSizeBytes())
                        .field("readers", policy.readers().name())
                        .field("periods", policy.periods().name()));
    }

    /** Finds calls and snapshots among the newest records; returns whether the newest call is encrypted. */
    private boolean newest(Map<String, CallSchema> calls, List<Snapshot> snapshots) {
        boolean isEncrypted = false;
        Optional<Snapshot> pending = Optional.empty();
        long startNs = System.nanoTime();
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(Direction.BACKWARD);
            cursor.toEnd();
            for (int i = 0; i < MAX_SCANNED && System.nanoTime() - startNs < MAX_NS; i++) {
                Entry entry = cursor.next();
                if (entry == Entry.END) {
                    break;
                }
                if (entry == Entry.CALL) {
                    isEncrypted |= cursor.subject().isPresent();
                    calls.putIfAbsent(cursor.schema().path(), cursor.schema());
                    long timeNs = cursor.timeNs();
                    pending.ifPresent(
                            snapshot -> snapshots.add(new Snapshot(snapshot.index(), timeNs, snapshot.mark())));
                    pending = Optional.empty();
                } else if (entry == Entry.SNAPSHOT
                        && cursor.mark().edge() == SnapshotMark.Edge.END
                        && snapshots.size() < MAX_SNAPSHOTS) {
                    pending = Optional.of(new Snapshot(cursor.index(), 0, cursor.mark()));
                }
            }
        }
        return isEncrypted;
    }
}
