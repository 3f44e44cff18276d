package io.millrace.harness;

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
 * Lets one of several forks run at a time. The fork at the earliest stage gets the turn, and of several the one that
 * has waited longest; the first turns are in the order of the forks. For one thread.
 */
final class TurnScheduler {
    private final List<Process> forks;
    private final BlockingQueue<ForkReport> reports = new LinkedBlockingQueue<>();
    private final Map<Process, WaitingFork> waiting = new HashMap<>();
    private final Set<Process> alive;

    /** A message of a fork: it waits in a stage, or, if the stage is null, it has ended. */
    private record ForkReport(Process fork, Integer stage) {}

    private record WaitingFork(int stage, long number) {}

    TurnScheduler(List<Process> forks) {
        this.forks = List.copyOf(forks);
        this.alive = new HashSet<>(forks);
    }

    /** Returns when all forks have ended, one has failed, or the time is over. */
    void run(long limitNs) throws InterruptedException {
        // not virtual threads: one that reads from a process keeps its carrier until there is input
        forks.forEach(fork -> Thread.ofPlatform().name("fork-listener").daemon().start(() -> listen(fork)));
        long endNs = System.nanoTime() + limitNs;
        long number = forks.size();
        while (!alive.isEmpty()) {
            if (waiting.size() == alive.size()) {
                grant();
            }
            ForkReport report = reports.poll(endNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            boolean hasEnded = report != null && report.stage == null;
            if (report == null || (hasEnded && report.fork.waitFor() != 0)) {
                return;
            }
            if (hasEnded) {
                alive.remove(report.fork);
            } else {
                boolean isFirst = report.stage == Turn.BEFORE_ALL;
                waiting.put(
                        report.fork, new WaitingFork(report.stage, isFirst ? forks.indexOf(report.fork) : number++));
            }
        }
    }

    private void grant() {
        Process next = waiting.entrySet().stream()
                .min(Comparator.comparing(
                        Map.Entry::getValue,
                        Comparator.comparingInt(WaitingFork::stage).thenComparingLong(WaitingFork::number)))
                .orElseThrow()
                .getKey();
        waiting.remove(next);
        try {
            next.outputWriter().append('\n').flush();
        } catch (IOException e) {
            // the fork has ended, and its listener reports that
        }
    }

    /** Listens to a fork until it ends; its libraries print elsewhere, and other output of its JVM is ignored. */
    private void listen(Process fork) {
        try (BufferedReader output = fork.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(Turn.ASKED)) {
                    reports.add(new ForkReport(fork, Integer.valueOf(line.substring(Turn.ASKED.length()))));
                }
            }
        } catch (IOException e) {
            // the end is reported below, whatever its cause
        } finally {
            reports.add(new ForkReport(fork, null));
        }
    }
}
