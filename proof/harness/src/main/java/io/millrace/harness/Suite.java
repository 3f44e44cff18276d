package io.millrace.harness;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

    /**
     * Returns this suite with only the cases whose names match one of some expressions, and the peers that are compared
     * in any of them.
     *
     * @throws BenchmarkException if no case matches; it has the names of all
     */
    public Suite only(List<Pattern> expressions) {
        List<BenchmarkCase> some = matching(cases, expressions);
        if (some.isEmpty()) {
            throw new BenchmarkException("no case matches regex=" + expressions + " suite=" + name + " cases="
                    + cases.stream()
                            .map(one -> System.lineSeparator() + "  " + one.name())
                            .collect(Collectors.joining()));
        }
        List<Side> compared = peers.stream()
                .map(peer -> peer.with(matching(cases(peer), expressions)))
                .filter(peer -> !peer.cases().isEmpty())
                .toList();
        List<BenchmarkCase> asked =
                some.stream().map(one -> one.against(one.name())).toList();
        return new Suite(name, description, some, ours.with(asked), compared);
    }

    private static List<BenchmarkCase> matching(List<BenchmarkCase> cases, List<Pattern> expressions) {
        return cases.stream()
                .filter(one -> expressions.stream()
                        .anyMatch(expression -> expression.matcher(one.name()).find()))
                .toList();
    }

    /** Returns the cases in which a peer is compared. */
    public List<BenchmarkCase> cases(Side peer) {
        return peer.cases().isEmpty() ? cases : peer.cases();
    }

    /** Returns the names of the figures that a side must report. */
    List<String> figures(Side side) {
        return side.equals(ours)
                ? cases.stream().map(BenchmarkCase::name).toList()
                : cases(side).stream().map(BenchmarkCase::peerFigure).distinct().toList();
    }
}
