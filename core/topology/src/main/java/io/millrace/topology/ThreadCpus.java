package io.millrace.topology;

import io.millrace.concurrent.ProcessorChoice;
import java.lang.System.Logger.Level;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Gives the threads of a topology their processors, and logs which were chosen and why. */
final class ThreadCpus {

    /** Chooses processors for a number of threads beside those that are taken. */
    @FunctionalInterface
    interface Chooser {
        List<ProcessorChoice> choose(int threads, BitSet taken);
    }

    private ThreadCpus() {}

    /**
     * Returns the processor of each thread; threads that may run on any are left out. Threads with {@code auto} choose
     * in the order of the topology.
     */
    static Map<String, Integer> of(Topology topology, Chooser chooser) {
        Map<String, Integer> cpus = new HashMap<>();
        BitSet taken = new BitSet();
        topology.threads().forEach((name, thread) -> {
            if (thread.cpu() instanceof ThreadCpu.One(int number)) {
                cpus.put(name, number);
                taken.set(number);
            }
        });
        List<String> auto = topology.threads().entrySet().stream()
                .filter(thread -> thread.getValue().cpu() instanceof ThreadCpu.Auto)
                .map(Map.Entry::getKey)
                .toList();
        if (auto.isEmpty()) {
            return cpus;
        }
        List<ProcessorChoice> choices = chooser.choose(auto.size(), taken);
        System.Logger logger = System.getLogger(ThreadCpus.class.getPackageName());
        for (int i = 0; i < auto.size(); i++) {
            OptionalInt cpu = choices.get(i).cpu();
            String chosen = " thread=" + auto.get(i) + " " + choices.get(i).reason();
            if (cpu.isPresent()) {
                cpus.put(auto.get(i), cpu.getAsInt());
                logger.log(Level.INFO, "chose a processor cpu=" + cpu.getAsInt() + chosen);
            } else {
                logger.log(Level.WARNING, "the thread has no processor of its own" + chosen);
            }
        }
        return cpus;
    }
}
