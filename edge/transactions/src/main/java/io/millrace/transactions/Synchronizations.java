package io.millrace.transactions;

import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The synchronizations that are called before and after the end of one transaction. Interposed ones are called last
 * before it and first after it, so that a framework flushes after the application has made its changes. Any thread may
 * register.
 */
final class Synchronizations {

    private final List<Synchronization> ordinary = new ArrayList<>(2);
    private final List<Synchronization> interposed = new ArrayList<>(2);
    private int told;
    private int toldInterposed;

    synchronized void add(Synchronization synchronization) {
        ordinary.add(synchronization);
    }

    synchronized void addInterposed(Synchronization synchronization) {
        interposed.add(synchronization);
    }

    /** Calls all, including those that are registered meanwhile. An exception ends it. */
    void beforeCompletion() {
        for (Synchronization next = next(); next != null; next = next()) {
            next.beforeCompletion();
        }
    }

    /** Returns the next one to call before the end, or null. */
    private synchronized Synchronization next() {
        if (told < ordinary.size()) {
            return ordinary.get(told++);
        }
        return toldInterposed < interposed.size() ? interposed.get(toldInterposed++) : null;
    }

    /** Returns whether all that are registered by now were called before the end. */
    synchronized boolean areToldBefore() {
        return told == ordinary.size() && toldInterposed == interposed.size();
    }

    /** Calls all. What one throws goes to the handler and does not affect the others. */
    void afterCompletion(int status, Consumer<Throwable> errors) {
        for (Synchronization synchronization : all()) {
            try {
                synchronization.afterCompletion(status);
            } catch (Throwable e) {
                errors.accept(e);
            }
        }
    }

    private synchronized List<Synchronization> all() {
        List<Synchronization> all = new ArrayList<>(interposed);
        all.addAll(ordinary);
        return all;
    }
}
