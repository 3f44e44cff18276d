package io.millrace.concurrent;

import io.millrace.memory.NativeAccess;
import io.millrace.memory.ThreadProcessors;
import java.lang.System.Logger.Level;
import java.util.BitSet;
import java.util.Optional;

/**
 * Binds platform threads to processors, on Linux where native access is granted; elsewhere it does nothing, and logs
 * this once. A virtual thread must not be bound: it has no processor of its own.
 */
public final class ThreadAffinity {

    private ThreadAffinity() {}

    /** Logs once, when the class is initialized, that no thread is bound. */
    private static final class Notice {
        static {
            System.getLogger(ThreadAffinity.class.getPackageName())
                    .log(
                            Level.INFO,
                            "cannot bind threads to processors, the system schedules them; on Linux this"
                                    + " needs native access: Enable-Native-Access: ALL-UNNAMED in the manifest of the"
                                    + " application's jar, or the option --enable-native-access=ALL-UNNAMED of java"
                                    + " granted=" + NativeAccess.granted());
        }

        private Notice() {}

        static void give() {
            // the initialization of the class logs
        }
    }

    /** Whether the calling thread was bound. */
    public enum Pinning {
        /** The calling thread runs on that processor only. */
        PINNED,
        /** This platform cannot bind threads, or native access was not granted. */
        UNAVAILABLE
    }

    /**
     * Binds the calling thread to one processor.
     *
     * @param cpu number of the processor, as the operating system counts
     * @throws IllegalArgumentException if the process may not use that processor; the message names those it may
     * @throws IllegalStateException if the calling thread is virtual
     */
    public static Pinning pin(int cpu) {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("cannot bind a virtual thread cpu=" + cpu);
        }
        Optional<BitSet> allowed = ThreadProcessors.get();
        if (allowed.isEmpty()) {
            Notice.give();
            return Pinning.UNAVAILABLE;
        }
        BitSet mask = new BitSet();
        if (cpu >= 0) {
            mask.set(cpu);
        }
        if (!ThreadProcessors.set(mask)) {
            throw new IllegalArgumentException(
                    "processor is not allowed for the thread cpu=" + cpu + " allowed=" + allowed.get());
        }
        return Pinning.PINNED;
    }

    /**
     * Returns the processors on which the calling thread may run; all that the JVM counts where the system does not
     * tell.
     */
    public static BitSet allowedCpus() {
        return ThreadProcessors.get().orElseGet(() -> {
            BitSet all = new BitSet();
            all.set(0, Runtime.getRuntime().availableProcessors());
            return all;
        });
    }

    /** Returns those of some processors to which this process may bind a thread; a thread of its own tries each. */
    static BitSet bindable(BitSet cpus) {
        BitSet bindable = new BitSet();
        if (cpus.isEmpty()) {
            return bindable;
        }
        Thread trial = Thread.ofPlatform()
                .name("processor-trial")
                .daemon()
                .start(() -> cpus.stream().forEach(cpu -> {
                    BitSet one = new BitSet();
                    one.set(cpu);
                    if (ThreadProcessors.set(one)) {
                        bindable.set(cpu);
                    }
                }));
        boolean interrupted = false;
        while (true) {
            try {
                trial.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return bindable;
    }
}
