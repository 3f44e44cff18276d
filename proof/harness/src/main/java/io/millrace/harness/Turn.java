package io.millrace.harness;

import java.io.PrintStream;
import java.util.concurrent.Semaphore;

/**
 * The turn of a fork among those that run at the same time. A workload passes it on before each round, so that the
 * sides are measured within moments of each other: the positions and speeds of a virtual machine's processors and the
 * other load of the machine change over minutes, by more than the sides differ. Between turns a fork does no work.
 *
 * <p>A workload that never passes it on runs from start to end while the others wait. Outside a fork no thread waits
 * for a turn. One thread of a fork passes the turn on.
 */
public final class Turn {
    /** The word by which a fork asks its parent for the turn, followed by the number of its stage. */
    static final String ASKED = "turn ";

    /** The stage in which all sides begin. */
    static final int BEFORE_ALL = -1;

    private static final Semaphore GRANTED = new Semaphore(0);

    /** The stream to the parent; null outside a fork. */
    private static PrintStream parent;

    private static int stage = BEFORE_ALL;

    private Turn() {}

    /** Makes this process a fork, which reports on a stream that it waits. */
    static void takenWith(PrintStream parentOfFork) {
        parent = parentOfFork;
    }

    /** Lets the fork continue; called by the thread that listens to the parent. */
    static void grant() {
        GRANTED.release();
    }

    /**
     * Passes the turn on before a stage that other sides have too: no side continues to a higher stage before all have
     * reached this one.
     */
    public static void stage(int number) {
        stage = number;
        next();
    }

    /** Passes the turn on, and returns when it has come back, with the nanoseconds that this took. */
    public static long next() {
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
