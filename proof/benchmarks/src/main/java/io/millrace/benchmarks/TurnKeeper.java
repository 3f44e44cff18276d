package io.millrace.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Lets one of several forks run at a time. The turn goes to the one that is at the earliest stage, and of several to
 * the one that has waited longest; the first turns are in the order of the forks. Used by one thread.
 */
final class TurnKeeper {
    private final List<Process> forks;
    private final BlockingQueue<Word> words = new LinkedBlockingQueue<>();
    private final Map<Process, Waiting> waiting = new HashMap<>();
    private final Set<Process> alive;

    /** What a fork has said: that it waits in a stage, or, without one, that it has ended. */
    private record Word(Process fork, Integer stage) {}

    private record Waiting(int stage, long number) {}

    TurnKeeper(List<Process> forks) {
        this.forks = List.copyOf(forks);
        this.alive = new HashSet<>(forks);
    }

    /** Returns when all forks have ended, one has failed, or that takes too long. */
    void run(long limitNs) throws InterruptedException {
        // Not virtual threads: one that reads from a process keeps a carrier until something is said.
        forks.forEach(fork -> Thread.ofPlatform().name("fork-listener").daemon().start(() -> listen(fork)));
        long endNs = System.nanoTime() + limitNs;
        long number = forks.size();
        while (!alive.isEmpty()) {
            if (waiting.size() == alive.size()) {
                grant();
            }
            Word word = words.poll(endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            boolean hasEnded = word != null && word.stage == null;
            if (word == null || (hasEnded && word.fork.waitFor() != 0)) {
                return;
            }
            if (hasEnded) {
                alive.remove(word.fork);
            } else {
                boolean isFirst = word.stage == Turn.BEFORE_ALL;
                waiting.put(word.fork, new Waiting(word.stage, isFirst ? forks.indexOf(word.fork) : number++));
            }
        }
    }

    private void grant() {
        Process next = waiting.entrySet().stream()
                .min(Comparator.comparing(
                        Map.Entry::getValue,
                        Comparator.comparingInt(Waiting::stage).thenComparingLong(Waiting::number)))
                .orElseThrow()
                .getKey();
        waiting.remove(next);
        try {
            next.outputWriter().append('\n').flush();
        } catch (IOException e) {
            // It has ended, which is heard as well.
        }
    }

    /** Hears a fork until it ends; what the libraries in it print goes elsewhere, but for a virtual machine's own. */
    private void listen(Process fork) {
        try (BufferedReader said = fork.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.startsWith(Turn.ASKED)) {
                    words.add(new Word(fork, Integer.valueOf(line.substring(Turn.ASKED.length()))));
                }
            }
        } catch (IOException e) {
            // The end is an end, however it came.
        } finally {
            words.add(new Word(fork, null));
        }
    }
}
