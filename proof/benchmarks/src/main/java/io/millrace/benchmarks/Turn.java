package io.millrace.benchmarks;

import java.io.PrintStream;
import java.util.concurrent.Semaphore;

/**
 * The turn of a fork among those that run at the same time. A workload passes it on before each round, so that the
 * sides are measured within moments of each other: where a virtual machine's processors lie, how fast they are and what
 * else the machine does changes over minutes, by more than the sides differ. Between turns a fork has nothing under
 * way.
 *
 * <p>A workload that never passes it on runs from start to end while the others wait. Outside a fork nobody waits. One
 * thread of a fork passes the turn on.
 */
final class Turn {
    /** What a fork says to its parent, with the number of its stage behind it. */
    static final String ASKED = "turn ";

    /** The stage in which all sides begin. */
    static final int BEFORE_ALL = -1;

    private static final Semaphore GRANTED = new Semaphore(0);

    /** Null where there is nobody to take turns with. */
    private static PrintStream parent;

    private static int stage = BEFORE_ALL;

    private Turn() {}

    /** Makes this process a fork, which says on a stream that it waits. */
    static void takenWith(PrintStream parentOfFork) {
        parent = parentOfFork;
    }

    /** Lets the fork go on; by the thread that hears the parent. */
    static void grant() {
        GRANTED.release();
    }

    /** Passes the turn on before what other sides do as well under this number: none goes on to a higher one before. */
    static void stage(int number) {
        stage = number;
        next();
    }

    /** Passes the turn on, and returns when it has come back, with the nanoseconds that this took. */
    static long next() {
        if (parent == null) {
            return 0;
        }
        long askedNs = System.nanoTime();
        parent.println(ASKED + stage);
        parent.flush();
        GRANTED.acquireUninterruptibly();
        return System.nanoTime() - askedNs;
    }
}
