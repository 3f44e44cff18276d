package io.millrace.interaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The objects that the client of a session holds, by their numbers from 1; each kind is bounded. Any thread. */
final class SessionObjects {

    private final InteractionLimits limits;
    private final Map<Long, ServedObject> objects = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();
    private final AtomicInteger proxies = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final AtomicInteger handlers = new AtomicInteger();

    SessionObjects(InteractionLimits limits) {
        this.limits = limits;
    }

    /**
     * Admits a subscription or handler before it is made; what was admitted is added or released.
     *
     * @throws InteractionException if there are too many
     */
    void admit(InteractionPattern pattern) {
        int max = max(pattern);
        AtomicInteger counter = counter(pattern);
        if (counter.incrementAndGet() > max) {
            counter.decrementAndGet();
            throw new InteractionException("this client has too many open " + name(pattern) + " max=" + max);
        }
    }

    /** Takes back what was admitted, or what has ended. */
    void release(InteractionPattern pattern) {
        counter(pattern).decrementAndGet();
    }

    private AtomicInteger counter(InteractionPattern pattern) {
        return switch (pattern) {
            case SUBSCRIPTION -> subscriptions;
            case HANDLER -> handlers;
            default -> proxies;
        };
    }

    private int max(InteractionPattern pattern) {
        return switch (pattern) {
            case SUBSCRIPTION -> limits.maxSubscriptions();
            case HANDLER -> limits.maxHandlers();
            default -> limits.maxProxies();
        };
    }

    private static String name(InteractionPattern pattern) {
        return switch (pattern) {
            case SUBSCRIPTION -> "subscriptions";
            case HANDLER -> "handlers";
            default -> "objects";
        };
    }

    private static InteractionPattern kind(ServedObject object) {
        if (object.isSubscription()) {
            return InteractionPattern.SUBSCRIPTION;
        }
        return object.listener() == null ? InteractionPattern.PROXY : InteractionPattern.HANDLER;
    }

    /**
     * Adds an object and returns its number. One without a listener is admitted here.
     *
     * @throws InteractionException if there are too many
     */
    long add(ServedObject object) {
        if (object.listener() == null) {
            admit(InteractionPattern.PROXY);
        }
        long number = last.incrementAndGet();
        objects.put(number, object);
        return number;
    }

    ServedObject find(long number) {
        return objects.get(number);
    }

    /** Removes an object and returns it, or null where it has gone. */
    ServedObject remove(long number) {
        ServedObject removed = objects.remove(number);
        if (removed != null) {
            release(kind(removed));
        }
        return removed;
    }

    List<ServedObject> removeAll() {
        List<ServedObject> removed = new ArrayList<>();
        for (Long number : objects.keySet()) {
            ServedObject object = remove(number);
            if (object != null) {
                removed.add(object);
            }
        }
        return removed;
    }
}
