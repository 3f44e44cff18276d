package io.millrace.leaks;

import java.util.regex.Pattern;

/** The threads that the JDK, JUnit and Surefire start for themselves, at first use, and keep. */
final class JvmThreads {

    private static final Pattern NAMES = Pattern.compile("Attach Listener|Common-Cleaner|Cleaner-\\d+"
            + "|CompletableFutureDelayScheduler|DestroyJavaVM|Finalizer|ForkJoinPool\\.commonPool-.*"
            + "|ForkJoinPool-\\d+-delayScheduler|JFR .*|Keep-Alive-Timer|Notification Thread|process reaper.*"
            + "|Reference Handler|Signal Dispatcher|SIG[A-Z]+ handler|VirtualThread-un(park|block)er.*"
            + "|(Read|Write)-Poller.*|MasterPoller|junit-.*|surefire-.*|ping-timer-.*");

    /** The threads that carry virtual threads; their names are those of any pool, their class is not. */
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    private JvmThreads() {}

    static boolean contains(Thread thread) {
        return thread.getClass().getName().equals(CARRIER)
                || NAMES.matcher(thread.getName()).matches();
    }
}
