package io.millrace.harness;

import io.millrace.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * The rounds of a figure in which both sides had the same conditions. Rounds with the same index in the same fork form
 * a pair, since they were measured directly after each other. A pair counts if a bare round trip between two processors
 * took equally long around both rounds.
 *
 * @param ours by fork
 * @param peers by fork, of the same rounds
 * @param left the number of pairs that count
 * @param all the number of all pairs
 */
record MatchedRounds(List<List<Double>> ours, List<List<Double>> peers, int left, int all) {

    /** If less than one in this number of pairs counts, the sides had different conditions. */
    private static final int FEWEST = 3;

    /** Selects the rounds; all of them if no round trips were measured, or too few match. */
    static MatchedRounds of(List<Figures> ours, String name, List<Figures> peers, String peerName) {
        List<List<Double>> ourRounds = new ArrayList<>();
        List<List<Double>> peerRounds = new ArrayList<>();
        int left = 0;
        int all = 0;
        for (int fork = 0; fork < Math.min(ours.size(), peers.size()); fork++) {
            List<Double> our = ours.get(fork).roundTripsNs(name);
            List<Double> peer = peers.get(fork).roundTripsNs(peerName);
            List<Integer> alike = IntStream.range(0, Math.min(our.size(), peer.size()))
                    .filter(round -> CounterPair.isAlike(our.get(round), peer.get(round)))
                    .boxed()
                    .toList();
            if (!alike.isEmpty()) {
                ourRounds.add(
                        alike.stream().map(ours.get(fork).rounds(name)::get).toList());
                peerRounds.add(alike.stream()
                        .map(peers.get(fork).rounds(peerName)::get)
                        .toList());
            }
            left += alike.size();
            all += Math.min(our.size(), peer.size());
        }
        return left == 0 || areTooFew(left, all)
                ? new MatchedRounds(rounds(ours, name), rounds(peers, peerName), left, all)
                : new MatchedRounds(ourRounds, peerRounds, left, all);
    }

    private static boolean areTooFew(int left, int all) {
        return left * FEWEST < all;
    }

    private static List<List<Double>> rounds(List<Figures> forks, String name) {
        return forks.stream().map(one -> one.rounds(name)).toList();
    }

    /** Returns our figure: the median of the medians of the forks. */
    double our() {
        return median(ours);
    }

    /** Returns the peer's figure. */
    double peer() {
        return median(peers);
    }

    private static double median(List<List<Double>> forks) {
        return Statistics.median(forks.stream().map(Statistics::median).toList());
    }

    /** Returns whether each round of one side has a ratio to each of the other. */
    boolean haveRatios(BenchmarkCase one) {
        return have(ours, value -> one.hasRatio(value, 1)) && have(peers, value -> one.hasRatio(1, value));
    }

    private static boolean have(List<List<Double>> forks, DoublePredicate wanted) {
        return forks.stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .allMatch(wanted);
    }

    /** Returns why the sides cannot be compared, if too few rounds were alike. */
    Optional<String> doubt() {
        return areTooFew(left, all)
                ? Optional.of("the processors lay as far apart beside both in " + left + " of " + all + " rounds only")
                : Optional.empty();
    }
}
