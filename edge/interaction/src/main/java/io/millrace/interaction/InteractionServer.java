package io.millrace.interaction;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Serves objects to clients. It has no thread: transports give it what they receive, and its {@link Executor} runs the
 * calls. Any thread may use it.
 */
public final class InteractionServer implements AutoCloseable {

    private final Map<String, ServedInterface> served;
    private final InteractionLimits limits;
    private final Executor executor;
    private final Consumer<Throwable> errorHandler;
    private final ChangeNumbers numbers;
    private final Set<ServerSession> sessions = ConcurrentHashMap.newKeySet();
    private final Conversations conversations;
    private final AtomicLong opened = new AtomicLong();

    final LongAdder calls = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder failed = new LongAdder();

    InteractionServer(
            Map<String, ServedInterface> served,
            InteractionLimits limits,
            Executor executor,
            Consumer<Throwable> errorHandler,
            ChangeNumbers numbers) {
        this.served = served;
        this.limits = limits;
        this.executor = executor;
        this.errorHandler = errorHandler;
        this.numbers = numbers;
        this.conversations = new Conversations(limits);
    }

    /** Returns a builder of a server that serves nothing yet. */
    public static InteractionServerBuilder builder() {
        return new InteractionServerBuilder();
    }

    /** Opens a session whose client may call all interfaces. */
    public FrameReceiver open(FrameTransport transport) {
        return open(transport, _ -> true);
    }

    /**
     * Opens a session.
     *
     * @param transport sends to the client
     * @param mayCall says which interfaces this client may call
     * @return what receives the frames of the client
     */
    public FrameReceiver open(FrameTransport transport, Predicate<Class<?>> mayCall) {
        return open(transport, "", mayCall, null);
    }

    /**
     * Opens a session of a client that has shown whose it is.
     *
     * @param transport sends to the client
     * @param principal the name of its owner, with which the names of its clients begin; empty for none
     * @return what receives the frames of the client
     */
    public FrameReceiver openAs(FrameTransport transport, String principal) {
        return open(transport, principal, _ -> true, null);
    }

    /**
     * Opens a session whose client must show first that it may call, by the token in its greeting.
     *
     * @param transport sends to the client
     * @param owners returns the owner of a token that is accepted, whose name may be empty, in constant time
     * @return what receives the frames of the client
     */
    public FrameReceiver openWithToken(FrameTransport transport, Function<String, Optional<String>> owners) {
        return open(transport, "", _ -> true, Objects.requireNonNull(owners, "owners"));
    }

    private FrameReceiver open(
            FrameTransport transport,
            String principal,
            Predicate<Class<?>> mayCall,
            Function<String, Optional<String>> owners) {
        ServerSession session =
                new ServerSession(this, opened.incrementAndGet(), transport, principal, mayCall, owners);
        sessions.add(session);
        return session;
    }

    /** Returns what it has and has counted. */
    public ServerCounts counts() {
        return new ServerCounts(sessions.size(), calls.sum(), refused.sum(), failed.sum());
    }

    /**
     * Returns the names of the clients that are connected. One that has asked for no name has the number of its
     * session, as {@code #7}, after its principal where it has one.
     */
    public List<String> clients() {
        return sessions.stream().map(ServerSession::name).sorted().toList();
    }

    /** Returns what shows the conversations of clients. */
    public Conversations conversations() {
        return conversations;
    }

    /** Returns the limits of each session. */
    public InteractionLimits limits() {
        return limits;
    }

    ChangeNumbers numbers() {
        return numbers;
    }

    Executor executor() {
        return executor;
    }

    /** Returns what is served by a full or simple name, or null. */
    ServedInterface find(String name) {
        return served.get(name);
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>();
        served.values().forEach(each -> names.add(each.model().raw().getSimpleName()));
        return names;
    }

    void left(ServerSession session) {
        sessions.remove(session);
    }

    void report(Throwable error) {
        try {
            errorHandler.accept(error);
        } catch (RuntimeException | Error e) {
            System.getLogger(InteractionServer.class.getPackageName())
                    .log(System.Logger.Level.ERROR, "the error handler of a server failed", e);
        }
    }

    /** Ends all sessions, with the reason that the server has ended. */
    @Override
    public void close() {
        for (ServerSession session : List.copyOf(sessions)) {
            session.end("the server has ended");
        }
    }
}
