package io.millrace.ledger;

import io.millrace.topology.MeterInfo;
import io.millrace.topology.MeterKind;
import io.millrace.topology.MeterLabel;
import io.millrace.topology.MeterReader;
import io.millrace.topology.MeterUnit;
import io.millrace.topology.MeterValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The meters of the seats of a run. One thread. */
final class SeatMeters implements MeterReader {
    private final LedgerRun run;
    private final List<String> names;
    private final MeterInfo round;
    private final MeterInfo commits;
    private final MeterInfo voted;
    private final MeterInfo blocks;
    private final MeterInfo time;
    private final MeterInfo missing;
    private final MeterInfo waiting;
    private final MeterInfo refused;
    private final MeterInfo links;
    private final MeterInfo events;

    SeatMeters(LedgerRun run) {
        this.run = run;
        this.names = run.names();
        MeterLabel seat = MeterLabel.of("seat", run.namesHere());
        List<String> reasons =
                Arrays.stream(Rejection.values()).map(SeatMeters::word).toList();
        List<String> kinds =
                Arrays.stream(SeatEvent.values()).map(SeatMeters::word).toList();
        round = gauge("millrace.ledger.round", "the round that the seat is in", seat);
        commits = counter("millrace.ledger.commits", "commits since the ledger began", seat);
        voted = counter("millrace.ledger.voted.commits", "commits that a quorum has voted for", seat);
        blocks = counter("millrace.ledger.blocks", "blocks that the seat has made", seat);
        time = new MeterInfo(
                "millrace.ledger.commit.time",
                MeterKind.TIMER,
                MeterUnit.SECONDS,
                "from the making of a block of the seat until it is in the order",
                List.of(seat));
        missing = gauge("millrace.ledger.missing.seats", "seats that are not connected", seat);
        waiting = gauge("millrace.ledger.waiting.transactions", "transactions that wait for a block", seat);
        refused = counter(
                "millrace.ledger.refused.blocks",
                "blocks and messages of a peer that break a rule",
                seat,
                MeterLabel.of("peer", names),
                MeterLabel.of("reason", reasons));
        links = counter("millrace.ledger.refused.links", "links of strangers and of wrong certificates", seat);
        events = counter(
                "millrace.ledger.events",
                "catch-ups, lost records, seats with two blocks in a round",
                seat,
                MeterLabel.of("event", kinds));
    }

    private static MeterInfo gauge(String name, String help, MeterLabel... labels) {
        return new MeterInfo(name, MeterKind.GAUGE, MeterUnit.NONE, help, List.of(labels));
    }

    private static MeterInfo counter(String name, String help, MeterLabel... labels) {
        return new MeterInfo(name, MeterKind.COUNTER, MeterUnit.NONE, help, List.of(labels));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<MeterInfo> meters() {
        return List.of(round, commits, voted, blocks, time, missing, waiting, refused, links, events);
    }

    @Override
    public void read(MeterValues to) {
        for (LedgerSource source : run.seats()) {
            SeatNode node = source.node();
            if (node != null) {
                read(to, source.name(), node);
            }
        }
    }

    private void read(MeterValues to, String name, SeatNode node) {
        NodeStatus status = node.status();
        SeatStatus seat = status.seatStatus();
        if (seat != null) {
            to.count(round, seat.round(), name);
            to.count(commits, seat.commits(), name);
            to.count(voted, seat.provedCommit(), name);
        }
        to.count(missing, status.away().size(), name);
        to.count(links, status.refusals(), name);
        NodeCounts counts = node.counts();
        to.count(blocks, counts.blocks(), name);
        counts.takeTimes(nanoseconds -> to.record(time, nanoseconds, name));
        counts.events().forEach((event, count) -> to.count(events, count, name, word(event)));
        node.ask(seatNow -> Asked.of(seatNow, names.size())).ifPresent(asked -> {
            to.count(waiting, asked.waiting(), name);
            for (int peer = 0; peer < names.size(); peer++) {
                String from = names.get(peer);
                asked.rejections()
                        .get(peer)
                        .forEach((reason, count) -> to.count(refused, count, name, from, word(reason)));
            }
        });
    }

    /** What the thread of the seat counts. */
    private record Asked(int waiting, List<Map<Rejection, Long>> rejections) {
        static Asked of(Seat seat, int peers) {
            List<Map<Rejection, Long>> all = new ArrayList<>();
            for (int peer = 0; peer < peers; peer++) {
                Map<Rejection, Long> counts = new EnumMap<>(Rejection.class);
                for (Rejection reason : Rejection.values()) {
                    long count = seat.rejections(peer, reason);
                    if (count > 0) {
                        counts.put(reason, count);
                    }
                }
                all.add(counts);
            }
            return new Asked(seat.waitingTransactions(), all);
        }
    }
}
