package io.millrace.service;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps the services of a topology from writing anything new before each of them is known to be able to. A start has
 * two steps: every service compares its output with its inputs, which ends with {@link #checked}; then sources and
 * gateways open what is outside, which ends with {@link #opened}. Only after the last one has opened do any take new
 * inputs, so a restart that is refused has changed nothing.
 *
 * <p>Services that write a queue do not take part: what they write is made again at each start and is where the
 * others find their inputs. Since nothing new comes before the gate opens, a queue whose writer has found nothing more
 * to take is complete. A queue with several readers would stand still where one of them waits here and another has to
 * read further than the queue is long; a reader of such a queue therefore stops waiting when the queue is full.
 *
 * <p>All methods may be called by any thread; each service arrives once at each step, and joins before any arrives.
 */
public final class StartGate {

    private final AtomicInteger unchecked = new AtomicInteger();
    private final AtomicInteger unopened = new AtomicInteger();
    private final Set<String> remade = ConcurrentHashMap.newKeySet();
    private final Set<String> full = ConcurrentHashMap.newKeySet();
    private volatile boolean open;

    /** Creates a gate that no service has joined yet. */
    public StartGate() {}

    /** Has the gate wait for one more service. */
    void join() {
        unchecked.incrementAndGet();
        unopened.incrementAndGet();
    }

    /** States that a service can continue as far as its own channels tell. */
    void checked() {
        unchecked.decrementAndGet();
    }

    /** Returns whether every service has checked. */
    boolean allChecked() {
        return unchecked.get() == 0;
    }

    /** States that a service has opened what is outside, or found that it is away. */
    void opened() {
        if (unopened.decrementAndGet() == 0) {
            open = true;
        }
    }

    /** Returns whether services may take new inputs. */
    boolean isOpen() {
        return open;
    }

    /** States that everything that is in a queue before the gate opens has come into it. */
    void remade(String queue) {
        remade.add(queue);
    }

    boolean isRemade(String queue) {
        return remade.contains(queue);
    }

    /** States that a queue has been full before the gate was open. */
    void full(String queue) {
        full.add(queue);
    }

    boolean isFull(String queue) {
        return full.contains(queue);
    }
}
