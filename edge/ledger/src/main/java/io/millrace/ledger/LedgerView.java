package io.millrace.ledger;

import io.millrace.topology.ColumnType;
import io.millrace.topology.StatusColumn;
import io.millrace.topology.StatusSource;
import io.millrace.topology.StatusTable;
import io.millrace.topology.StatusView;
import io.millrace.topology.TopologyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The view {@code ledger} of a run: its seats, and the newest rounds of one of them, that which {@code seat} names or
 * the first. Any thread.
 */
final class LedgerView implements StatusView {
    /** Few enough to be drawn with all their references. */
    private static final int ROUNDS = 16;

    private final LedgerRun run;

    LedgerView(LedgerRun run) {
        this.run = run;
    }

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public String title() {
        return "Ledger";
    }

    @Override
    public List<StatusTable> tables(StatusSource source) {
        List<LedgerSource> seats = run.seats();
        String asked = source.query().getOrDefault("seat", "");
        LedgerSource shown = seats.stream()
                .filter(each -> asked.isEmpty() || each.name().equals(asked))
                .findFirst()
                .orElseThrow(() -> new TopologyException("this seat does not run here seat=" + asked + " seats="
                        + seats.stream().map(LedgerSource::name).toList()));
        SeatNode node = shown.node();
        SeatPicture picture = Optional.ofNullable(node)
                .flatMap(each -> each.ask(seat -> seat.picture(ROUNDS)))
                .orElse(new SeatPicture(List.of(), List.of()));
        List<String> names = run.names();
        StatusTable committee = new StatusTable(
                "Committee",
                List.of(new StatusColumn("seat", ColumnType.TEXT)),
                names.stream().map(name -> List.<Object>of(name)).toList());
        return List.of(seats(seats), committee, slots(picture, names), blocks(picture, names));
    }

    private static StatusTable slots(SeatPicture picture, List<String> names) {
        List<List<Object>> rows = new ArrayList<>();
        for (SlotDecision slot : picture.slots()) {
            boolean isDecided = slot.outcome() != SlotOutcome.UNDECIDED;
            rows.add(Arrays.asList(
                    slot.round(),
                    names.get(slot.leader()),
                    slot.outcome().name().toLowerCase(Locale.ROOT),
                    isDecided ? (slot.isDirect() ? "votes" : "a later leader") : null));
        }
        return new StatusTable(
                "Slots",
                List.of(
                        new StatusColumn("round", ColumnType.COUNT),
                        new StatusColumn("leader", ColumnType.TEXT),
                        new StatusColumn("outcome", ColumnType.STATE),
                        new StatusColumn("by", ColumnType.TEXT)),
                rows);
    }

    private static StatusTable blocks(SeatPicture picture, List<String> names) {
        List<List<Object>> rows = new ArrayList<>();
        for (SeatPicture.Drawn block : picture.blocks()) {
            rows.add(List.of(
                    block.round(),
                    names.get(block.author()),
                    block.id(),
                    (long) block.transactions(),
                    block.isOrdered() ? "yes" : "no",
                    String.join(" ", block.parents())));
        }
        return new StatusTable(
                "Blocks",
                List.of(
                        new StatusColumn("round", ColumnType.COUNT),
                        new StatusColumn("seat", ColumnType.TEXT),
                        new StatusColumn("block", ColumnType.TEXT),
                        new StatusColumn("transactions", ColumnType.COUNT),
                        new StatusColumn("ordered", ColumnType.TEXT),
                        new StatusColumn("parents", ColumnType.TEXT)),
                rows);
    }

    private static StatusTable seats(List<LedgerSource> seats) {
        StatusTable table = StatusTable.of(
                "Seats here",
                new StatusColumn("seat", ColumnType.TEXT),
                new StatusColumn("state", ColumnType.STATE),
                new StatusColumn("round", ColumnType.COUNT),
                new StatusColumn("commits", ColumnType.COUNT),
                new StatusColumn("voted for", ColumnType.COUNT),
                new StatusColumn("last commit", ColumnType.NANOSECONDS),
                new StatusColumn("missing", ColumnType.TEXT),
                new StatusColumn("says", ColumnType.TEXT));
        for (LedgerSource source : seats) {
            SeatNode node = source.node();
            if (node == null) {
                table = table.with(source.name(), "starting", null, null, null, null, null, source.status());
                continue;
            }
            NodeStatus status = node.status();
            SeatStatus seat = status.seatStatus();
            table = table.with(
                    source.name(),
                    status.isStalled() ? "failed" : seat == null ? "starting" : "ok",
                    seat == null ? null : seat.round(),
                    status.commits(),
                    seat == null ? null : seat.provedCommit(),
                    status.idle().toNanos(),
                    String.join(", ", status.away()),
                    status.reason());
        }
        return table;
    }
}
