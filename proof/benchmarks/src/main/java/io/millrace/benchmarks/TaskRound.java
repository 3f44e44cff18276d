package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;

/**
 * Tasks that each send a request, wait for its answer, and then send the next: a task has one request in flight. One
 * thread plays them all, so that no threads are measured. How many are in flight is integrated over the time, apart
 * from rate and latency, so that Little's law can be checked by it.
 */
final class TaskRound {
    private static final long GRACE_NS = 180_000_000_000L;

    private final int tasks;
    private final long[] sentNs;
    private final TaskExchange exchange;
    private final long leadInNs;
    private final long recordedNs;
    private long recordFromNs;
    private long endNs;
    private boolean sending = true;
    private int inFlight;
    private long changedNs;
    private double inFlightNs;
    private long answers;
    private double latenciesNs;

    TaskRound(int tasks, TaskExchange exchange, long leadInNs, long recordedNs) {
        this.tasks = tasks;
        this.sentNs = new long[tasks];
        this.exchange = exchange;
        this.leadInNs = leadInNs;
        this.recordedNs = recordedNs;
    }

    /** Runs until the time is over and every task has its answer; longer where no answer came in the time. */
    TaskRound run() {
        recordFromNs = System.nanoTime() + leadInNs;
        endNs = recordFromNs + recordedNs;
        changedNs = recordFromNs;
        for (int task = 0; task < tasks; task++) {
            send(task);
        }
        while (inFlight > 0) {
            exchange.receive(this::answered);
            long nowNs = System.nanoTime();
            sending = nowNs - endNs < 0;
            if (nowNs - endNs > GRACE_NS) {
                throw new BenchmarkException("answers are missing tasks=" + tasks + " inFlight=" + inFlight);
            }
        }
        return this;
    }

    private void send(int task) {
        long nowNs = System.nanoTime();
        changed(nowNs, 1);
        sentNs[task] = nowNs;
        exchange.send(PayloadBytes.of(task));
    }

    private void answered(byte[] answer) {
        int task = (int) PayloadBytes.number(answer);
        if (task < 0 || task >= tasks || sentNs[task] == 0 || answer[KafkaSuite.VALUE_BYTES - 1] != 1) {
            throw new BenchmarkException("an answer was not asked for task=" + task + " tasks=" + tasks);
        }
        long nowNs = System.nanoTime();
        if (answers == 0 && nowNs - endNs >= 0) {
            endNs = nowNs + recordedNs; // a machine that is busy has not given one answer in time
            sending = true;
        }
        changed(nowNs, -1);
        if (nowNs - recordFromNs >= 0 && nowNs - endNs < 0) {
            answers++;
            latenciesNs += nowNs - sentNs[task];
        }
        sentNs[task] = 0;
        if (sending) {
            send(task);
        }
    }

    /** Adds what was in flight until now, within the time that is recorded. */
    private void changed(long nowNs, int by) {
        long fromNs = Math.max(changedNs, recordFromNs);
        long toNs = Math.min(nowNs, endNs);
        if (toNs > fromNs) {
            inFlightNs += (double) inFlight * (toNs - fromNs);
        }
        changedNs = nowNs;
        inFlight += by;
    }

    /** Returns the answers per second. */
    double perSecond() {
        return answers * 1e9 / (endNs - recordFromNs);
    }

    /** Returns the mean time from a request to its answer. */
    double meanNs() {
        return latenciesNs / answers;
    }

    /** Returns how many requests were in flight, in the mean over the time. */
    double inFlight() {
        return inFlightNs / (endNs - recordFromNs);
    }
}
