package io.millrace.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A bounded number of states that any number of threads write, each for a moment and alone. A thread begins at the
 * stripe of its number and takes the next one where that is in use, so threads that stay mostly have one to themselves.
 *
 * <p>Nothing here hangs on a thread: a {@link ThreadLocal} would, and threads that are not ours end by the million, or
 * clear their locals after every task as the common pool of JDK 25 does, and each time a new state would be made.
 *
 * <p>A holder of a stripe is alone between {@link #acquire()} and {@link Stripe#release()}, and sees what the holder
 * before it wrote. It must not block meanwhile. Acquiring waits only where all stripes are in use at once. For any
 * number of threads, virtual ones among them.
 *
 * @param <T> the state of a stripe
 */
public final class StripedHistograms<T> {
    private static final VarHandle BUSY;
    private static final int LEAST = 8;
    private static final int MOST = 64;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(Stripe.class, "busy", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Supplier<? extends T> states;
    private final AtomicReferenceArray<Stripe<T>> stripes;
    private final int mask;

    /**
     * One state.
     *
     * @param <T> its type
     */
    public static final class Stripe<T> {
        private final T state;
        private volatile int busy;
        /** The thread that held it last; for the holder alone. */
        private long threadId;

        private Stripe(T state) {
            this.state = state;
        }

        /** Returns the state; for the holder. */
        public T state() {
            return state;
        }

        /** Returns whether the thread that held it before was another one, or there was none; for the holder. */
        boolean isFirstHeldBy(long id) {
            boolean isFirst = threadId != id;
            threadId = id;
            return isFirst;
        }

        /** Lets others have it; by the holder. */
        public void release() {
            BUSY.setRelease(this, 0);
        }

        private boolean tryAcquire() {
            return busy == 0 && BUSY.compareAndSet(this, 0, 1);
        }

        /** Waits until it is free, and holds it. */
        @SuppressWarnings("ThreadPriorityCheck") // the holder may need this core to let go of it
        public void acquire() {
            while (!tryAcquire()) {
                Thread.yield();
            }
        }
    }

    /**
     * Creates none yet; each is made when a thread first comes to it.
     *
     * @param states makes the state of a stripe; for several threads at a time
     */
    public StripedHistograms(Supplier<? extends T> states) {
        this.states = Objects.requireNonNull(states);
        int wanted = Math.clamp(2L * Runtime.getRuntime().availableProcessors(), LEAST, MOST);
        int length = Integer.highestOneBit(2 * wanted - 1);
        stripes = new AtomicReferenceArray<>(length);
        mask = length - 1;
    }

    /** Returns one that the calling thread holds from now on. */
    @SuppressWarnings("ThreadPriorityCheck") // a holder may need this core to let go of its stripe
    public Stripe<T> acquire() {
        int home = (int) Thread.currentThread().threadId();
        while (true) {
            for (int i = 0; i <= mask; i++) {
                Stripe<T> stripe = stripe(home + i & mask);
                if (stripe.tryAcquire()) {
                    return stripe;
                }
            }
            Thread.yield();
        }
    }

    private Stripe<T> stripe(int at) {
        Stripe<T> stripe = stripes.getAcquire(at);
        return stripe == null ? newStripe(at) : stripe;
    }

    private synchronized Stripe<T> newStripe(int at) {
        Stripe<T> stripe = stripes.getAcquire(at);
        if (stripe == null) {
            stripe = new Stripe<>(states.get());
            stripes.setRelease(at, stripe);
        }
        return stripe;
    }

    /** Returns those that threads have come to so far; the caller holds none of them. */
    public List<Stripe<T>> made() {
        List<Stripe<T>> made = new ArrayList<>();
        for (int i = 0; i <= mask; i++) {
            Stripe<T> stripe = stripes.getAcquire(i);
            if (stripe != null) {
                made.add(stripe);
            }
        }
        return made;
    }
}
