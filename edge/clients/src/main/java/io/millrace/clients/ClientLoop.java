package io.millrace.clients;

import io.millrace.channel.EpochClock;
import io.millrace.server.SessionEnd;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Serves all clients, one thread at a time: requests are taken, calls appended, those that were appended become durable
 * together, and clients get what they follow. A lock guards all of it. The thread that brings a request serves it where
 * no other one does, so that its answer waits for no other thread; what is followed is sent by a thread of its own.
 */
final class ClientLoop implements Runnable, AutoCloseable {

    /** The number of a client that has none. */
    static final long NONE = -1;

    private static final int MAX_REQUESTS = 256;
    /** How often a thread that brought a request serves those of others too. */
    private static final int MAX_ROUNDS = 4;

    private static final long SHORT_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final int SHORT_PAUSES = 40;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int PAUSES = 1_000;
    private static final long QUIET_PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long LONG_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Map<String, FollowedChannel> followed;
    private final Map<String, AppendChannel> appended;
    private final ClientNumbers numbers;
    private final EpochClock clock;
    private final int maxBytes;
    private final ClientTaps taps;
    private final Consumer<Throwable> failed;
    private final ReentrantLock lock = new ReentrantLock();
    private final MessageCaches caches = new MessageCaches();
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final Set<ClientSession> sessions = new LinkedHashSet<>();

    /** The channels that were appended to since they were durable. */
    private final Set<AppendChannel> unsettled = new HashSet<>();

    private final AppendAnswers answers;
    private final Queue<Subscription> broken = new ArrayDeque<>();
    private final Thread thread;
    private long tickNs = System.nanoTime();
    private volatile boolean isClosed;
    private volatile int clients;

    ClientLoop(
            Map<String, FollowedChannel> followed,
            Map<String, AppendChannel> appended,
            ClientNumbers numbers,
            EpochClock clock,
            int maxBytes,
            ClientTaps taps,
            Consumer<Throwable> failed) {
        this.followed = followed;
        this.appended = appended;
        this.answers = new AppendAnswers(appended.values());
        this.numbers = numbers;
        this.clock = clock;
        this.maxBytes = maxBytes;
        this.taps = taps;
        this.failed = failed;
        this.thread = Thread.ofPlatform().name("millrace-clients").unstarted(this);
    }

    ClientTaps taps() {
        return taps;
    }

    void start() {
        thread.start();
    }

    /** Runs an action when no other one runs, in this thread or in another one; any thread. */
    void execute(Runnable action) {
        requests.add(action);
        if (lock.isHeldByCurrentThread()) {
            return; // it takes the action before it releases the lock, or after that
        }
        for (int round = 0; round < MAX_ROUNDS && !requests.isEmpty(); round++) {
            if (!lock.tryLock()) {
                return; // the thread that has the lock looks for actions after it has released it
            }
            try {
                serveOnce();
            } finally {
                lock.unlock();
            }
        }
        if (!requests.isEmpty()) {
            wake();
        }
    }

    private boolean serveOnce() {
        try {
            if (isClosed) {
                requests.clear();
                return false;
            }
            boolean hasWorked = serveRequests();
            hasWorked |= answers.settle(unsettled);
            return hasWorked;
        } catch (Throwable e) {
            failed.accept(e);
            return false;
        } finally {
            appended.values().forEach(AppendChannel::handOver);
        }
    }

    /** Lets the loop look at once; any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        try {
            int idle = 0;
            while (!isClosed) {
                boolean mayComeSoon;
                lock.lock();
                try {
                    boolean hasServed = serveOnce();
                    boolean hasSent = pump();
                    idle = hasServed || hasSent ? 0 : idle + 1;
                    tick();
                    mayComeSoon = answers.isWaiting()
                            || sessions.stream()
                                    .anyMatch(
                                            session -> !session.subscriptions().isEmpty());
                } finally {
                    lock.unlock();
                }
                if (idle > 0 && requests.isEmpty()) {
                    LockSupport.parkNanos(this, mayComeSoon ? pauseNs(idle) : LONG_PAUSE_NS);
                }
            }
        } catch (Throwable e) {
            failed.accept(e);
        } finally {
            lock.lock();
            try {
                isClosed = true;
                sessions.forEach(session -> session.subscriptions().values().forEach(Subscription::close));
                appended.values().forEach(AppendChannel::close);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns how long the loop waits for messages of channels and for the spare, after so many rounds without any. */
    private static long pauseNs(int idle) {
        return idle < SHORT_PAUSES ? SHORT_PAUSE_NS : idle < PAUSES ? PAUSE_NS : QUIET_PAUSE_NS;
    }

    /** Ends the sessions of clients that do not read, about twice a second. */
    private void tick() {
        long nowNs = System.nanoTime();
        if (nowNs - tickNs > TICK_NS) {
            tickNs = nowNs;
            sessions.forEach(session -> session.connection().endIfSlow(nowNs));
        }
    }

    private boolean serveRequests() {
        int served = 0;
        for (Runnable next = requests.poll(); next != null; next = ++served < MAX_REQUESTS ? requests.poll() : null) {
            next.run();
        }
        return served > 0;
    }

    private boolean pump() {
        boolean hasWorked = false;
        followed.values().forEach(FollowedChannel::beginRound);
        for (ClientSession session : sessions) {
            for (Subscription subscription : session.subscriptions().values()) {
                try {
                    hasWorked |= subscription.pump();
                } catch (RuntimeException | InternalError e) { // an error is a mapped page that is not there any more
                    broken.add(subscription);
                    session.send(ClientTexts.ended(subscription.as(), Subscription.reason(e)));
                }
            }
            while (!broken.isEmpty()) {
                Subscription ended = broken.remove();
                session.subscriptions().remove(ended.as());
                ended.close();
            }
        }
        return hasWorked;
    }

    /** Takes a client that has connected. */
    void joined(ClientSession session) {
        execute(() -> {
            sessions.add(session);
            clients = sessions.size();
        });
    }

    /** Forgets a client that has left; its numbers stay. */
    void left(ClientSession session) {
        sessions.remove(session);
        clients = sessions.size();
        answers.left(session);
        taps.left(session);
        session.subscriptions().values().forEach(Subscription::close);
        session.subscriptions().clear();
    }

    /** Serves a request; called by the thread that has the lock. */
    void serve(ClientSession session, String text) {
        ClientRequest request;
        try {
            request = ClientRequest.parse(text);
        } catch (RequestException e) {
            taps.received(session, text, false);
            session.send(ClientTexts.error(e.getMessage()));
            session.close(SessionEnd.policy(e.getMessage()));
            return;
        }
        taps.received(session, text, true);
        try {
            switch (request.kind()) {
                case "hello" -> hello(session, request);
                case "follow" -> follow(session, request);
                case "more" -> subscription(session, request).add(request.requiredNumber("credit"));
                case "cancel" -> cancel(session, request);
                case "append" -> append(session, request);
                case "tap" -> taps.serve(session, request, sessions);
                case "ping" -> session.send(ClientTexts.pong());
                default ->
                    throw new RequestException("there is no such request request="
                            + ClientRequest.shortened(request.kind())
                            + " known=[hello, follow, more, cancel, append, tap, ping]");
            }
        } catch (RequestException e) {
            session.send(ClientTexts.error(e.getMessage()));
        }
    }

    private void hello(ClientSession session, ClientRequest request) {
        if (!session.client().isEmpty()) {
            throw new RequestException("the client has said hello client=" + session.client());
        }
        String name = request.text("client").orElse("");
        if (name.isEmpty()) {
            String principal = session.connection().principal();
            name = (principal.isEmpty() ? "" : principal + "/") + UUID.randomUUID();
        } else if (!principalOf(name).equals(session.connection().principal()) || !numbers.isKnown(name)) {
            throw new RequestException("the client is not remembered client=" + ClientRequest.shortened(name));
        }
        for (ClientSession other : List.copyOf(sessions)) {
            if (other != session && other.client().equals(name)) {
                other.close(SessionEnd.policy("the client has connected again"));
                left(other);
            }
        }
        numbers.add(name);
        session.named(name);
        String welcome = ClientTexts.welcome(name, numbers.of(name), maxBytes);
        if (numbers.of(name).isEmpty()) {
            session.send(welcome);
        } else {
            answers.welcome(session, welcome);
        }
    }

    /** Returns whose client has a name: names begin with the principal, so that no other one can use them. */
    private static String principalOf(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? "" : name.substring(0, slash);
    }

    private void follow(ClientSession session, ClientRequest request) {
        String name = request.required("channel");
        long as = request.requiredNumber("as");
        if (session.subscriptions().containsKey(as)) {
            throw new RequestException("the client follows already as=" + as);
        }
        try {
            FollowedChannel channel = followed.get(name);
            if (channel == null) {
                throw new RequestException("clients may not follow this channel channel="
                        + ClientRequest.shortened(name) + " known=" + followed.keySet());
            }
            if (session.subscriptions().size() >= session.limits().maxSubscriptions()) {
                throw new RequestException(
                        "the client follows too much max=" + session.limits().maxSubscriptions());
            }
            session.subscriptions().put(as, Subscription.begin(session, channel, request, caches));
        } catch (RequestException e) {
            session.send(ClientTexts.error(as, e.getMessage()));
        }
    }

    private static Subscription subscription(ClientSession session, ClientRequest request) {
        long as = request.requiredNumber("as");
        Subscription found = session.subscriptions().get(as);
        if (found == null) {
            throw new RequestException("the client follows nothing of this number as=" + as);
        }
        return found;
    }

    private static void cancel(ClientSession session, ClientRequest request) {
        Subscription ended = subscription(session, request);
        session.subscriptions().remove(ended.as());
        ended.close();
        session.send(ClientTexts.ended(ended.as(), "cancelled"));
    }

    /**
     * Appends a call whose number is greater than the last of its client. Where a call was refused, the following ones
     * are refused too until the client says that it knows: so a client that has lost the connection may take each call
     * up to the last number as appended.
     */
    private void append(ClientSession session, ClientRequest request) {
        String name = request.required("channel");
        long number = request.requiredNumber("number");
        AppendChannel channel = appended.get(name);
        try {
            if (session.client().isEmpty()) {
                throw new RequestException("the client has not said hello");
            }
            if (channel == null) {
                throw new RequestException("clients may not append to this channel channel="
                        + ClientRequest.shortened(name) + " known=" + appended.keySet());
            }
            if (session.lastRefused(name) > request.number("refused").orElse(NONE)) {
                throw new RequestException("a call before it was refused, which the client did not know number="
                        + session.lastRefused(name));
            }
            if (number > numbers.last(session.client(), name)) {
                channel.append(
                        session.source(),
                        number,
                        request.required("method"),
                        request.required("arguments"),
                        clock.nowNs());
                numbers.add(session.client(), name, number);
                unsettled.add(channel);
            }
            answers.appended(session, name, number);
            if (answers.isWaiting() && answers.count(session) > session.limits().maxWaiting()) {
                session.close(SessionEnd.policy("more than " + session.limits().maxWaiting()
                        + " calls wait for the spare of the host to hold them"));
            }
        } catch (RequestException e) {
            session.refused(name, number);
            session.send(ClientTexts.refused(name, number, e.getMessage()));
        }
    }

    /** Returns how many clients are connected; any thread may ask, and gets a recent number. */
    int clients() {
        return clients;
    }

    /** Ends the loop, and waits for that. */
    @Override
    public void close() {
        isClosed = true;
        wake();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
