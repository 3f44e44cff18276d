package io.millrace.interaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A subscription of a {@link ReconnectingClient}, which each session makes again after the last event that the
 * subscriber has seen. Any thread may use it.
 *
 * <p>The lock of the deliveries is held while the subscriber is called, so that sessions do not call it beside each
 * other. That of the sending keeps the calls of the subscription in order. None of both is held while another lock of
 * this class or of the client is waited for, but for that of the state, which is held for a moment.
 */
final class ResumingSubscription implements Subscription<Object> {

    private static final int MAX_SEEN = 100_000;

    /** This subscription, once a server has accepted it. */
    final CompletableFuture<Object> outcome = new CompletableFuture<>();

    private final ReconnectingClient client;
    private final InterfaceModel model;
    private final MethodModel method;
    private final Object[] arguments;
    private final Routing routing;
    private final Subscriber subscriber;
    private final InterfaceModel listens;

    private final ReentrantLock delivering = new ReentrantLock();
    private Deliveries newest;
    private ResumePoint complete;
    /** Events after the point up to which the subscriber has seen everything. */
    private final NavigableSet<Long> seen = new TreeSet<>();

    private boolean hasHeard;
    private boolean isLive;
    private boolean hasEnded;

    private final ReentrantLock sending = new ReentrantLock();

    private final ReentrantLock state = new ReentrantLock();
    private long credit;
    private boolean isFiltered;
    private Object filter;
    private String cancellation;
    /** The subscription in the session that serves it; null while there is none. */
    private Subscription<Object> current;

    ResumingSubscription(
            ReconnectingClient client, InterfaceModel model, MethodModel method, Object[] arguments, Routing routing) {
        this.client = client;
        this.model = model;
        this.method = method;
        this.arguments = arguments;
        this.routing = routing;
        this.subscriber = (Subscriber) method.listener(arguments);
        this.listens = method.listenerModel(arguments);
        this.complete = subscriber.after().orElse(ResumePoint.START);
    }

    /** Makes the subscription in a session; the first time, or again. */
    void connect(InteractionClient session) {
        Deliveries deliveries = new Deliveries();
        delivering.lock();
        try {
            if (hasEnded) {
                return;
            }
            newest = deliveries;
            boolean isResumable = !complete.isStart() && !isFiltered();
            deliveries.after = isFiltered() ? Optional.empty() : Optional.of(complete);
            deliveries.restart = hasHeard && !isResumable
                    ? isFiltered() ? "its filter was changed" : "its events have no point at which to continue"
                    : "";
        } finally {
            delivering.unlock();
        }
        CompletableFuture<Object> answer;
        try {
            Object[] all = method.withListener(arguments, deliveries.proxy());
            answer = session.begin(model, method, all, routing, 0, _ -> lost());
            session.flush();
        } catch (InteractionException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        var _ = answer.whenComplete((opened, error) -> {
            if (error == null) {
                opened(deliveries, opened);
            } else if (!(error instanceof SessionEndedException)) { // otherwise the next session makes it
                fail(error);
            }
        });
    }

    private boolean isFiltered() {
        state.lock();
        try {
            return isFiltered;
        } finally {
            state.unlock();
        }
    }

    private void fail(Throwable error) {
        if (outcome.isDone()) {
            end("the subscription was not made again: " + error.getMessage());
        } else {
            client.remove(this);
            outcome.completeExceptionally(error);
        }
    }

    @SuppressWarnings("unchecked") // a method of this pattern returns one, whose filter is checked when it is sent
    private void opened(Deliveries deliveries, Object opened) {
        Subscription<Object> made = (Subscription<Object>) opened;
        sending.lock();
        try {
            long granted;
            Object first;
            boolean hasFilter;
            String cancelled;
            state.lock();
            try {
                current = made;
                granted = credit;
                first = filter;
                hasFilter = isFiltered;
                cancelled = cancellation;
            } finally {
                state.unlock();
            }
            deliveries.made = made;
            if (cancelled != null) {
                made.cancel(cancelled);
                return;
            }
            if (hasFilter) {
                made.filter(first);
            }
            if (granted > 0) {
                made.more(granted);
            }
        } catch (SessionEndedException e) {
            return; // the next session makes it again
        } finally {
            sending.unlock();
        }
        outcome.complete(this);
    }

    @Override
    public void more(long count) {
        if (count < 1) {
            throw new InteractionException("credit must be at least 1 count=" + count);
        }
        send(() -> credit = Math.min(credit + count, Long.MAX_VALUE / 2), made -> made.more(count));
    }

    @Override
    public void filter(Object next) {
        send(
                () -> {
                    isFiltered = true;
                    filter = next;
                },
                made -> made.filter(next));
    }

    @Override
    public void cancel(String reason) {
        boolean isSent = send(() -> cancellation = String.valueOf(reason), made -> made.cancel(reason));
        if (!isSent) {
            end(reason);
        }
    }

    /** Notes a call for the next sessions, and makes it in this one; returns false where there is none. */
    private boolean send(Runnable note, Consumer<Subscription<Object>> call) {
        sending.lock();
        try {
            Subscription<Object> made;
            state.lock();
            try {
                note.run();
                made = current;
            } finally {
                state.unlock();
            }
            if (made == null) {
                return false;
            }
            call.accept(made);
            return true;
        } catch (SessionEndedException e) {
            return false; // the next session learns it
        } finally {
            sending.unlock();
        }
    }

    private void lost() {
        String cancelled;
        state.lock();
        try {
            current = null;
            cancelled = cancellation;
        } finally {
            state.unlock();
        }
        if (cancelled != null) {
            end(cancelled);
        }
    }

    /** Ends it, once, with a reason. */
    void end(String reason) {
        client.remove(this);
        outcome.completeExceptionally(new SessionEndedException("the subscription has ended reason=" + reason));
        delivering.lock();
        try {
            if (!hasEnded) {
                hasEnded = true;
                seen.clear();
                subscriber.ended(reason);
            }
        } finally {
            delivering.unlock();
        }
    }

    /** What one session calls in place of the subscriber. */
    private final class Deliveries implements InvocationHandler {

        private Optional<ResumePoint> after = Optional.empty();
        private volatile Subscription<Object> made;

        /** Why the first event begins a new snapshot; empty where it does not, or where that was told. */
        private String restart = "";

        private ResumePoint next;
        private long nextEvent = -1;

        private Object proxy() {
            return Proxy.newProxyInstance(listens.raw().getClassLoader(), new Class<?>[] {listens.raw()}, this);
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself alone, and asking it would end here again
        public Object invoke(Object proxy, Method called, Object[] row) throws Throwable {
            MethodModel event = listens.method(called);
            if (event != null) {
                event(event, row == null ? new Object[0] : row);
                return null;
            }
            return switch (called.getName()) {
                case "equals" -> proxy == row[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> "ResumingSubscription[" + method + "]";
                case "after" -> after;
                case "position" -> {
                    next = (ResumePoint) row[0];
                    nextEvent = (Long) row[1];
                    yield null;
                }
                case "live" -> live((String) row[0]);
                case "restarted" -> restarted((String) row[0]);
                case "ended" -> {
                    end((String) row[0]);
                    yield null;
                }
                default -> {
                    if (Modifier.isAbstract(called.getModifiers())) {
                        throw new InteractionException("a method cannot travel method=" + called.toGenericString());
                    }
                    yield InvocationHandler.invokeDefault(proxy, called, row);
                }
            };
        }

        private void event(MethodModel event, Object[] row) throws Throwable {
            delivering.lock();
            try {
                ResumePoint position = next;
                long index = nextEvent;
                next = null;
                if (hasEnded || !equals(newest)) {
                    return;
                }
                if (position != null && seen.contains(index)) {
                    advance(position, index);
                    Subscription<Object> open = made;
                    if (open != null) {
                        open.more(1); // the credit of an event that the subscriber has seen
                    }
                    return;
                }
                takeCredit();
                begin();
                try {
                    if (position != null) {
                        subscriber.position(position, index);
                    }
                    event.invoke(subscriber, row);
                } finally {
                    if (position != null) {
                        advance(position, index);
                    }
                }
            } finally {
                delivering.unlock();
            }
        }

        private void takeCredit() {
            state.lock();
            try {
                credit = Math.max(0, credit - 1);
            } finally {
                state.unlock();
            }
        }

        /** Tells the subscriber before the first event that a snapshot begins, where it does not expect one. */
        private void begin() {
            hasHeard = true;
            if (!restart.isEmpty()) {
                String reason = restart;
                restart = "";
                forget();
                subscriber.restarted(reason);
            }
        }

        private void forget() {
            complete = ResumePoint.START;
            seen.clear();
            isLive = false;
        }

        private void advance(ResumePoint position, long index) {
            complete = position;
            seen.headSet(position.index(), true).clear();
            if (index > position.index()) {
                seen.add(index);
            }
            if (seen.size() > MAX_SEEN) { // the next session begins with a snapshot
                complete = ResumePoint.START;
                seen.clear();
            }
        }

        private Object live(String index) {
            delivering.lock();
            try {
                if (hasEnded || !equals(newest)) {
                    return null;
                }
                begin();
                if (next != null) {
                    advance(next, nextEvent);
                    next = null;
                }
                if (!isLive) {
                    isLive = true;
                    subscriber.live(index);
                }
                return null;
            } finally {
                delivering.unlock();
            }
        }

        private Object restarted(String reason) {
            delivering.lock();
            try {
                if (!hasEnded && equals(newest)) {
                    restart = "";
                    hasHeard = true;
                    forget();
                    subscriber.restarted(reason);
                }
                return null;
            } finally {
                delivering.unlock();
            }
        }
    }
}
