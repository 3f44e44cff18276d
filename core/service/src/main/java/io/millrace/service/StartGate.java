package io.millrace.service;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps the services of a topology from writing anything new before all of them are able to. A start has two steps:
 * every service compares its output with its inputs, which ends with {@link #checked}; then sources and gateways open
 * what is outside, which ends with {@link #opened}. No service takes new inputs before the last one has opened, so a
 * restart that is refused has changed nothing.
 *
 * <p>Services that write a queue do not wait: they write their output again at each start, and the other services find
 * their inputs there. A journal that was a queue before is written so far as restarts of its readers need. A service
 * that finds less than that says so here, and the writer takes more of its input, or asks for more of that. Since
 * nothing new arrives before the gate opens, a channel whose writer has no more input is complete. A queue with several
 * readers would block where one of them waits here and another has to read further than the queue is long; a reader of
 * such a queue therefore stops waiting when the queue is full.
 *
 * <p>All methods may be called by any thread; each service arrives once at each step, and joins before any arrives.
 */
public final class StartGate {

    private final AtomicInteger unchecked = new AtomicInteger();
    private final AtomicInteger unopened = new AtomicInteger();
    private final Set<String> remade = ConcurrentHashMap.newKeySet();
    private final Set<String> written = ConcurrentHashMap.newKeySet();
    private final Map<String, Long> needed = new ConcurrentHashMap<>();
    private final Set<String> full = ConcurrentHashMap.newKeySet();
    private volatile boolean open;

    /** Creates a gate that no service has joined yet. */
    public StartGate() {}

    /** Adds one more service to those that the gate waits for. */
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

    /** States that a service of this run can write a channel again. */
    void writes(String channel) {
        written.add(channel);
    }

    /** Returns whether a service of this run can write a channel again. */
    boolean isWritten(String channel) {
        return written.contains(channel);
    }

    /** States that a restart needs a number of calls of a channel, from the first that it ever had. */
    void needs(String channel, long calls) {
        needed.merge(channel, calls, Math::max);
    }

    /** Returns how many calls of a channel restarts need. */
    long needed(String channel) {
        return needed.getOrDefault(channel, 0L);
    }

    /** States that a channel has everything that it has before the gate opens. */
    void remade(String channel) {
        remade.add(channel);
    }

    boolean isRemade(String channel) {
        return remade.contains(channel);
    }

    /** States that a queue has been full before the gate was open. */
    void full(String queue) {
        full.add(queue);
    }

    boolean isFull(String queue) {
        return full.contains(queue);
    }
}
