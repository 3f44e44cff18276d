package io.millrace.transactions;

import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who is told before and after the end of one transaction. Interposed ones are told last before it and first after it,
 * so that what a framework holds back is flushed after the application has had its say.
 */
final class Synchronizations {

    private final List<Synchronization> ordinary = new ArrayList<>(2);
    private final List<Synchronization> interposed = new ArrayList<>(2);

    void add(Synchronization synchronization) {
        ordinary.add(synchronization);
    }

    void addInterposed(Synchronization synchronization) {
        interposed.add(synchronization);
    }

    /** Tells all, those included that are registered meanwhile. What one throws ends it. */
    void beforeCompletion() {
        int told = 0;
        int toldInterposed = 0;
        while (told < ordinary.size() || toldInterposed < interposed.size()) {
            if (told < ordinary.size()) {
                ordinary.get(told++).beforeCompletion();
            } else {
                interposed.get(toldInterposed++).beforeCompletion();
            }
        }
    }

    /** Tells all. What one throws goes to the handler and keeps nothing from the others. */
    void afterCompletion(int status, Consumer<Throwable> errorHandler) {
        for (Synchronization synchronization : interposed) {
            tell(synchronization, status, errorHandler);
        }
        for (Synchronization synchronization : ordinary) {
            tell(synchronization, status, errorHandler);
        }
    }

    private static void tell(Synchronization synchronization, int status, Consumer<Throwable> errorHandler) {
        try {
            synchronization.afterCompletion(status);
        } catch (RuntimeException e) {
            errorHandler.accept(e);
        }
    }
}
