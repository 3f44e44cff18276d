package io.millrace.clients;

import io.millrace.server.SessionEnd;
import io.millrace.service.ClientName;
import io.millrace.service.PortQuery;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Serves all clients, one thread at a time: requests are taken, calls appended and answered once they are durable, and
 * clients get what they follow. A lock guards all of it. The thread that brings a request serves it where
 * no other one does, so that its answer waits for no other thread; what is followed is sent by a thread of its own.
 */
final class ClientLoop implements Runnable, AutoCloseable {

    /** The number of a client that has none. */
    static final long NONE = -1;

    private static final int MAX_REQUESTS = 256;

    /** The longest name of a channel that a refusal repeats; no channel has a longer one. */
    private static final int MAX_NAME_CHARS = 1_024;

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
    private final Map<String, ServedPort> ports;
    private final ClientNumbers numbers;
    private final int maxBytes;
    private final ClientTaps taps;
    private final Consumer<Throwable> failed;
    private final ReentrantLock lock = new ReentrantLock();
    private final MessageCaches caches = new MessageCaches();
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final Set<ClientSession> sessions = new LinkedHashSet<>();

    /** The channels that were appended to since they were durable. */
    private final Set<AppendChannel> unsettled = new HashSet<>();

    private final ClientSyncer syncer;
    private final AppendAnswers answers;
    private final Queue<Subscription> broken = new ArrayDeque<>();
    private final Thread thread;
    private long tickNs = System.nanoTime();

    /** Whether the thread of the loop pauses for long, unless it is woken; guarded by the lock. */
    private boolean pausesLong;

    private long longPauseNs = LONG_PAUSE_NS;

    private volatile boolean isClosed;
    private volatile int clients;

    /** Written under the lock alone. */
    private volatile long refusedCalls;

    ClientLoop(
            Map<String, FollowedChannel> followed,
            Map<String, AppendChannel> appended,
            Map<String, ServedPort> ports,
            ClientNumbers numbers,
            int maxBytes,
            ClientTaps taps,
            Consumer<Throwable> failed) {
        this.followed = followed;
        this.appended = appended;
        this.ports = ports;
        this.syncer = new ClientSyncer(() -> execute(() -> {}), failed);
        this.answers = new AppendAnswers(appended.values(), syncer);
        this.numbers = numbers;
        this.maxBytes = maxBytes;
        this.taps = taps;
        this.failed = failed;
        this.thread = Thread.ofPlatform().name("millrace-clients").unstarted(this);
    }

    ClientTaps taps() {
        return taps;
    }

    /** Sets how long the thread of the loop pauses where no client waits for anything; before it is started. */
    void longPauseNs(long ns) {
        longPauseNs = ns;
    }

    Thread thread() {
        return thread;
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
            boolean isAwaited = false;
            try {
                serveOnce();
                if (pausesLong && isAnswerAwaited()) {
                    pausesLong = false;
                    isAwaited = true;
                }
            } finally {
                lock.unlock();
            }
            if (isAwaited) {
                wake();
            }
        }
        if (!requests.isEmpty()) {
            wake();
        }
    }

    /** Adds an action that runs with the next one that is executed, which the same thread brings at once. */
    void beforeNext(Runnable action) {
        requests.add(action);
    }

    private boolean serveOnce() {
        try {
            if (isClosed) {
                requests.clear();
                return false;
            }
            boolean hasWorked = serveRequests();
            hasWorked |= answers.settle(unsettled);
            for (ServedPort port : ports.values()) {
                hasWorked |= port.pump();
            }
            return hasWorked;
        } catch (Throwable e) {
            failed.accept(e);
            return false;
        } finally {
            appended.values().forEach(AppendChannel::handOver);
            ports.values().forEach(ServedPort::handOver);
        }
    }

    /** Queues an action for the thread of the loop; may be called by any thread, which never waits. */
    void later(Runnable action) {
        requests.add(action);
        wake();
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
                    mayComeSoon = isAnswerAwaited()
                            || sessions.stream()
                                    .anyMatch(
                                            session -> !session.subscriptions().isEmpty());
                    pausesLong = !mayComeSoon;
                } finally {
                    lock.unlock();
                }
                if (idle > 0 && requests.isEmpty()) {
                    LockSupport.parkNanos(this, mayComeSoon ? pauseNs(idle) : longPauseNs);
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
                ports.values().forEach(ServedPort::close);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns whether a client waits for what a component or a device does. */
    private boolean isAnswerAwaited() {
        if (answers.isWaiting()) {
            return true;
        }
        for (ServedPort port : ports.values()) {
            if (port.isWaiting()) {
                return true;
            }
        }
        return false;
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
            ports.values().forEach(ServedPort::tick);
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
        ports.values().forEach(port -> port.left(session));
        session.queries().values().forEach(PortQuery::cancel);
        session.queries().clear();
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
            end(session, e);
            return;
        }
        taps.received(session, text, true);
        serve(session, request);
    }

    /** Serves a frame of bytes; called by the thread that has the lock. */
    void serve(ClientSession session, byte[] frame) {
        Optional<ClientRequest> request;
        try {
            request = session.frames().read(frame);
        } catch (RequestException e) {
            taps.received(session, frame.length + " bytes", false);
            end(session, e);
            return;
        }
        request.ifPresent(read -> {
            if (taps.isWatched(session)) {
                taps.received(session, read.text(), true);
            }
            serve(session, read);
        });
    }

    private static void end(ClientSession session, RequestException reason) {
        session.send(ClientTexts.error(reason.getMessage()));
        session.close(SessionEnd.policy(reason.getMessage()));
    }

    private void serve(ClientSession session, ClientRequest request) {
        try {
            switch (request.kind()) {
                case "hello" -> hello(session, request);
                case "follow" -> follow(session, request);
                case "more" -> subscription(session, request).add(request.requiredNumber("credit"));
                case "cancel" -> cancel(session, request);
                case "append", "call" -> append(session, request);
                case "answers" -> answers(session, request);
                case "query" -> query(session, request);
                case "tap" -> taps.serve(session, request, sessions);
                case "ping" -> session.send(ClientTexts.pong());
                default ->
                    throw new RequestException("there is no such request request="
                            + ClientRequest.shortened(request.kind())
                            + " known=[hello, follow, more, cancel, append, call, answers, query, tap, ping]");
            }
        } catch (RequestException e) {
            session.send(ClientTexts.error(e.getMessage()));
        }
    }

    private void hello(ClientSession session, ClientRequest request) {
        if (!session.client().isEmpty()) {
            throw new RequestException("the client has said hello client=" + session.client());
        }
        session.format(request.text("format").orElse("JSON"));
        String name = request.text("client").orElse("");
        if (name.isEmpty()) {
            name = numbers.newName(session.connection().principal());
        } else if (!ClientName.principal(name).equals(session.connection().principal()) || !numbers.isKnown(name)) {
            throw new RequestException("the client is not remembered client=" + ClientRequest.shortened(name));
        }
        for (ClientSession other : List.copyOf(sessions)) {
            if (other != session && other.client().equals(name)) {
                other.close(SessionEnd.policy("the client has connected again"));
                left(other);
            }
        }
        session.named(name);
        String welcome = ClientTexts.welcome(name, numbers.of(name), maxBytes);
        if (numbers.of(name).isEmpty()) {
            session.send(welcome);
        } else {
            answers.welcome(session, welcome);
        }
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

    private void cancel(ClientSession session, ClientRequest request) {
        if (request.number("query").isPresent()) {
            long number = request.requiredNumber("query");
            cancelQuery(session, number);
            session.subscriptions().values().forEach(subscription -> subscription.forget(number));
            return;
        }
        if (request.number("number").isPresent()) {
            port(request.required("channel")).forget(session, request.requiredNumber("number"));
            return;
        }
        Subscription ended = subscription(session, request);
        ended.asked().ifPresent(query -> cancelQuery(session, query));
        session.subscriptions().remove(ended.as());
        ended.close();
        session.send(ClientTexts.ended(ended.as(), "cancelled"));
    }

    private static void cancelQuery(ClientSession session, long number) {
        PortQuery query = session.queries().remove(number);
        if (query != null) {
            query.cancel();
        }
    }

    private ServedPort port(String channel) {
        ServedPort port = ports.get(channel);
        if (port == null) {
            throw new RequestException("no component of this process answers the calls of this channel channel="
                    + ClientRequest.shortened(channel) + " known=" + ports.keySet());
        }
        return port;
    }

    /** Registers a session for answers to calls that it has appended before, over another connection perhaps. */
    private void answers(ClientSession session, ClientRequest request) {
        String name = request.required("channel");
        ServedPort port = port(name);
        for (long number : request.requiredNumbers("numbers")) {
            if (session.client().isEmpty() || number > numbers.last(session.client(), name)) {
                session.send(ClientTexts.answered(name, number, "", "the call is not in the channel"));
            } else {
                port.find(session, number);
            }
        }
    }

    private void query(ClientSession session, ClientRequest request) {
        long query = request.requiredNumber("query");
        try {
            String name = request.required("channel");
            if (session.queries().containsKey(query)) {
                throw new RequestException("the client asks already query=" + query);
            }
            session.requireOneMore();
            // A client that asks has seen what it has done: its own calls were taken before.
            long own = numbers.lastIndex(session.client(), name);
            Optional<Subscription> follower =
                    request.number("as").isPresent() ? Optional.of(subscription(session, request)) : Optional.empty();
            port(name).query(session, query, request, own, follower);
        } catch (RequestException e) {
            session.send(ClientTexts.refusedQuery(query, e.getMessage()));
        }
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
                session.send(ClientTexts.refused(
                        name,
                        number,
                        session.lastRefused(name),
                        "a call before it was refused, which the client did not know number="
                                + session.lastRefused(name)));
                session.refused(name, number);
                countRefused();
                return;
            }
            Optional<ServedPort> port = request.kind().equals("call") ? Optional.of(port(name)) : Optional.empty();
            Optional<ServedPort> taker = taker(session, request, name);
            if (number > numbers.last(session.client(), name)) {
                appendNew(session, request, channel, port);
            } else {
                port.ifPresent(component -> component.find(session, number));
            }
            answers.appended(session, name, number);
            taker.ifPresent(
                    component -> component.awaitTaken(session, number, numbers.lastIndex(session.client(), name)));
            if (answers.isWaiting() && answers.count(session) > session.limits().maxWaiting()) {
                session.close(SessionEnd.policy("more than " + session.limits().maxWaiting()
                        + " calls wait for the disk, or for the spare of the host to hold them"));
            }
        } catch (RequestException e) {
            countRefused();
            if (channel != null) { // nothing can be appended to another one, whatever was refused before
                session.refused(name, number);
            }
            String shown = name.length() > MAX_NAME_CHARS ? ClientRequest.shortened(name) : name;
            session.send(ClientTexts.refused(shown, number, NONE, e.getMessage()));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void countRefused() {
        refusedCalls++;
    }

    /** Returns how many calls of clients were refused, those in consequence of another included; any thread. */
    long refusedCalls() {
        return refusedCalls;
    }

    /** Returns the component whose taking of an append the client wants to know; empty where it does not. */
    private Optional<ServedPort> taker(ClientSession session, ClientRequest request, String channel) {
        Optional<String> until = request.text("until");
        if (until.isEmpty() || until.get().equals("DURABLE")) {
            return Optional.empty();
        }
        if (!until.get().equals("TAKEN") || request.kind().equals("call")) {
            throw new RequestException("an append is acknowledged until=DURABLE or until=TAKEN, a call is answered"
                    + " request=" + request.kind() + " until=" + ClientRequest.shortened(until.get()));
        }
        session.requireOneMore();
        return Optional.of(port(channel));
    }

    private void appendNew(
            ClientSession session, ClientRequest request, AppendChannel channel, Optional<ServedPort> port) {
        String name = request.required("channel");
        String method = request.required("method");
        long number = request.requiredNumber("number");
        port.ifPresent(component -> {
            component.requireAnswered(method);
            component.await(session, number);
        });
        long nowNs = numbers.nowNs();
        long index;
        try {
            index = channel.append(session.source(), number, method, request.arguments(), nowNs);
        } catch (RequestException e) {
            port.ifPresent(component -> component.forget(session, number));
            throw e;
        }
        numbers.add(session.client(), name, number, new ClientNumbers.Written(index, nowNs));
        unsettled.add(channel);
        Optional.ofNullable(ports.get(name)).ifPresent(ServedPort::wake);
    }

    /** Returns how many clients are connected; any thread may ask, and gets a recent number. */
    int clients() {
        return clients;
    }

    /** Ends the loop, and waits for that. */
    @Override
    public void close() {
        syncer.close();
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
