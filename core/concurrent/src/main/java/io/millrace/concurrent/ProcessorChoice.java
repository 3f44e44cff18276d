package io.millrace.concurrent;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A processor that was chosen for a thread.
 *
 * <p>The processors of one call of {@link #forThreads} are of one NUMA node, as far as it has enough. Within a node
 * those are taken first to which no thread of any process is bound; of these, isolated ones, then those whose core
 * runs no other bound thread, then those whose core has the fewest processors, and those outside the core of processor
 * 0, which handles most interrupts; then those that share a last-level cache with the ones chosen before.
 *
 * @param cpu the number of the processor; empty where none is left
 * @param reason what speaks for it, for a log
 */
public record ProcessorChoice(OptionalInt cpu, String reason) {

    private static final Path SYSTEM = Path.of("/sys/devices/system");
    private static final Path PROCESSES = Path.of("/proc");

    /** Checks that nothing is null. */
    public ProcessorChoice {
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(reason, "reason");
    }

    /**
     * Chooses processors for threads. Nothing is bound or reserved by this: a process that chooses at the same moment
     * may choose the same.
     *
     * @param threads how many, at least 0
     * @param taken processors that others of the caller's threads have; they are not chosen, and their node is
     *     preferred
     * @return a choice for each thread, in the order of preference; those for which no processor is left are last.
     *     Where the system does not show its processors, none has one
     */
    public static List<ProcessorChoice> forThreads(int threads, BitSet taken) {
        List<Processor> layout = ProcessorLayout.read(SYSTEM);
        BitSet isolated = new BitSet();
        layout.stream().filter(Processor::isolated).forEach(each -> isolated.set(each.number()));
        BitSet usable = ThreadAffinity.allowedCpus();
        usable.or(ThreadAffinity.bindable(isolated));
        return choose(layout, usable, taken, BoundThreads.count(PROCESSES), threads);
    }

    /** Chooses among the processors of a layout that are usable and not taken. */
    static List<ProcessorChoice> choose(
            List<Processor> layout, BitSet usable, BitSet taken, Map<Integer, Integer> bound, int threads) {
        List<Processor> left = new ArrayList<>(layout.stream()
                .filter(each -> usable.get(each.number()) && !taken.get(each.number()))
                .toList());
        Map<Integer, Integer> load = new HashMap<>(bound);
        BitSet chosen = (BitSet) taken.clone();
        taken.stream().forEach(each -> load.merge(each, 1, Integer::sum));
        List<ProcessorChoice> choices = new ArrayList<>();
        while (choices.size() < threads && !left.isEmpty()) {
            int node = bestNode(left, layout, chosen, load, threads - choices.size());
            List<Processor> near = new ArrayList<>(
                    left.stream().filter(each -> each.node() == node).toList());
            left.removeAll(near);
            while (choices.size() < threads && !near.isEmpty()) {
                Processor best = near.stream().min(preference(chosen, load)).orElseThrow();
                choices.add(new ProcessorChoice(OptionalInt.of(best.number()), reason(best, load)));
                near.remove(best);
                chosen.set(best.number());
                load.merge(best.number(), 1, Integer::sum);
            }
        }
        while (choices.size() < threads) {
            choices.add(new ProcessorChoice(
                    OptionalInt.empty(),
                    "no processor is left: known=" + layout.size() + " allowed=" + usable + " taken=" + chosen));
        }
        return choices;
    }

    /** Returns the node that is best for some threads: it has enough processors, and the better ones. */
    private static int bestNode(
            List<Processor> left, List<Processor> layout, BitSet chosen, Map<Integer, Integer> load, int threads) {
        Set<Integer> used = new HashSet<>();
        layout.stream().filter(each -> chosen.get(each.number())).forEach(each -> used.add(each.node()));
        Comparator<Integer> order = Comparator.comparingInt(node -> -Math.min(
                threads, (int) left.stream().filter(each -> each.node() == node).count()));
        order = order.thenComparing(node -> !used.contains(node))
                .thenComparingInt(node -> -Math.min(threads, freeCores(left, load, node, true)))
                .thenComparingInt(node -> -Math.min(threads, freeCores(left, load, node, false)))
                .thenComparing(Comparator.naturalOrder());
        return left.stream().map(Processor::node).distinct().min(order).orElseThrow();
    }

    /** Counts the cores of a node, all or isolated ones, on which no thread is bound. */
    private static int freeCores(List<Processor> left, Map<Integer, Integer> load, int node, boolean isolated) {
        return (int) left.stream()
                .filter(each -> each.node() == node && (each.isolated() || !isolated) && onCore(each, load) == 0)
                .map(Processor::core)
                .distinct()
                .count();
    }

    private static Comparator<Processor> preference(BitSet chosen, Map<Integer, Integer> load) {
        return Comparator.<Processor>comparingInt(each -> load.getOrDefault(each.number(), 0))
                .thenComparing(each -> !each.isolated())
                .thenComparingInt(each -> onCore(each, load))
                .thenComparingInt(each -> each.core().cardinality())
                .thenComparing(each -> each.core().get(0))
                .thenComparing(each -> !each.cache().intersects(chosen))
                .thenComparingInt(Processor::number);
    }

    /** Counts the threads that are bound to processors of a core. */
    private static int onCore(Processor processor, Map<Integer, Integer> load) {
        return processor.core().stream().map(each -> load.getOrDefault(each, 0)).sum();
    }

    private static String reason(Processor processor, Map<Integer, Integer> load) {
        int here = load.getOrDefault(processor.number(), 0);
        return "isolated=" + processor.isolated() + " node=" + processor.node() + " core=" + processor.core()
                + " boundThreads=" + here + " boundThreadsOfTheRestOfTheCore=" + (onCore(processor, load) - here);
    }
}
