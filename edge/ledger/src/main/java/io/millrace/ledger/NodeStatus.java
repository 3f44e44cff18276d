package io.millrace.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a node is, for operators.
 *
 * @param seat the number of the seat
 * @param seats how many seats there are
 * @param quorum how many must take part
 * @param connected the numbers of the seats that are connected
 * @param commits the number of the last commit
 * @param idle how long ago it was
 * @param seatStatus the seat itself; null before it has begun
 * @param names the names of the seats
 * @param refusals how many links were refused
 * @param refusal why the newest of them was; empty without one
 */
record NodeStatus(
        int seat,
        int seats,
        int quorum,
        List<Integer> connected,
        long commits,
        Duration idle,
        SeatStatus seatStatus,
        List<String> names,
        long refusals,
        String refusal) {

    /** A node that has not committed for so long is shown as away. */
    static final Duration STALLED_AFTER = Duration.ofSeconds(2);

    static NodeStatus starting(LedgerConfig config, int seat) {
        return of(config, seat, null, List.of(), Duration.ZERO, 0, "");
    }

    static NodeStatus of(
            LedgerConfig config,
            int seat,
            SeatStatus status,
            List<Integer> connected,
            Duration idle,
            long refusals,
            String refusal) {
        Committee committee = Committee.of(config.seats().size());
        return new NodeStatus(
                seat,
                committee.seats(),
                committee.quorum(),
                List.copyOf(connected),
                status == null ? 0 : status.commits(),
                idle,
                status,
                config.seats().stream().map(LedgerConfig.Place::name).toList(),
                refusals,
                refusal);
    }

    /** Returns whether nothing has been committed for a while. */
    boolean isStalled() {
        return idle.compareTo(STALLED_AFTER) > 0;
    }

    /** Returns the seats that are not connected, by name. */
    List<String> away() {
        List<String> away = new ArrayList<>();
        for (int other = 0; other < seats; other++) {
            if (other != seat && !connected.contains(other)) {
                away.add(names.get(other));
            }
        }
        return away;
    }

    /** Returns why nothing commits, or that it does; with the newest link that was refused while a seat is missing. */
    String reason() {
        boolean isRefused = !refusal.isEmpty() && !away().isEmpty();
        return isRefused ? state() + "; refused links=" + refusals + " newest: " + refusal : state();
    }

    private String state() {
        if (seatStatus == null) {
            return "starting";
        }
        if (seatStatus.isHalted()) {
            return "halted: more seats are faulty than are tolerated";
        }
        int there = connected.size() + 1;
        if (there < quorum) {
            return "nothing commits: too few seats are there present=" + there + " quorum=" + quorum + " missing="
                    + away();
        }
        if (!seatStatus.isSigning()) {
            return "this seat does not sign yet: it waits for the others to tell their newest blocks missing=" + away();
        }
        if (seatStatus.isCatchingUp()) {
            return "this seat catches up by commits";
        }
        if (isStalled()) {
            return "nothing commits, though enough seats are connected missing=" + away();
        }
        return away().isEmpty() ? "commits" : "commits without missing=" + away();
    }
}
