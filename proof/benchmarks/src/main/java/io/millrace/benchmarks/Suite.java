package io.millrace.benchmarks;

import java.util.List;

/**
 * Cases that are measured together.
 *
 * @param name the name by which the command runs it
 * @param description one line on what is measured and how
 * @param cases the figures, in the order of the report
 * @param ours our side
 * @param peers the peers, each compared with ours
 */
public record Suite(String name, String description, List<BenchmarkCase> cases, Side ours, List<Side> peers) {
    /** Copies the lists. */
    public Suite {
        cases = List.copyOf(cases);
        peers = List.copyOf(peers);
    }

    /** Returns the cases in which a peer is compared. */
    List<BenchmarkCase> cases(Side peer) {
        return peer.cases().isEmpty() ? cases : peer.cases();
    }

    /** Returns the names of the figures that a side must report. */
    List<String> figures(Side side) {
        return side.equals(ours)
                ? cases.stream().map(BenchmarkCase::name).toList()
                : cases(side).stream().map(BenchmarkCase::peerFigure).distinct().toList();
    }
}
