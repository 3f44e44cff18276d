package io.millrace.lincheck;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * One search of Lincheck.
 *
 * @param type the class of the operations; Lincheck creates one object for each run
 * @param specification their sequential behaviour
 * @param toolName the displayed name of the tool
 * @param tool creates the tool
 * @param verifier checks the results of the runs
 * @param effort how much to search
 */
record Search(
        Class<?> type,
        Class<?> specification,
        String toolName,
        Supplier<Options<?, ?>> tool,
        Class<? extends BatchVerifier> verifier,
        Effort effort) {

    /** Returns searches that take seconds in total. */
    static List<Search> quick(Class<?> type) {
        if (type == Iterated.class) {
            return List.of(model(type, new Effort(40, 100, 2, 2, 0)));
        }
        if (type != Broadcast.class) {
            return List.of(model(type, new Effort(3, 100, 2, 2, 2)));
        }
        // The model checker does not see single accesses to memory outside the heap; stress runs include them.
        return List.of(model(type, new Effort(3, 100, 2, 3, 3)), stress(type, new Effort(3, 200, 3, 3, 3)));
    }

    /** Returns searches that take minutes each. */
    static List<Search> full(Class<?> type) {
        return List.of(model(type, new Effort(50, 1_000, 3, 3, 3)), stress(type, new Effort(100, 1_000, 3, 3, 3)));
    }

    private static Search model(Class<?> type, Effort effort) {
        return new Search(
                type, specification(type), "model checker", ModelCheckingOptions::new, BatchVerifier.class, effort);
    }

    private static Search stress(Class<?> type, Effort effort) {
        return new Search(type, specification(type), "stress", StressOptions::new, StressVerifier.class, effort);
    }

    private static Class<?> specification(Class<?> type) {
        if (type == Broadcast.class) {
            return BroadcastSpecification.class;
        }
        if (type == Iterated.class) {
            return IteratedSpecification.class;
        }
        return type.getSimpleName().matches(".*(Unbounded|Linked)")
                ? UnboundedSpecification.class
                : BoundedSpecification.class;
    }

    String name() {
        return type.getSimpleName() + " by " + toolName;
    }

    /** Searches, and returns a line about it. */
    String run() {
        long startNs = System.nanoTime();
        effort.search(tool.get(), type, specification, verifier);
        return String.format(Locale.ROOT, "%s, %s: %.1f s", name(), effort, (System.nanoTime() - startNs) / 1e9);
    }
}
