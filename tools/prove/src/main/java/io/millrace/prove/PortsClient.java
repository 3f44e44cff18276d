package io.millrace.prove;

import io.millrace.client.ClientException;
import io.millrace.client.ClientOptions;
import io.millrace.client.FollowOptions;
import io.millrace.client.MillraceClient;
import io.millrace.prove.PortsPlan.Call;
import io.millrace.wire.Query;
import io.millrace.wire.WireFormat;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client of a round of {@link PortsProof}, with a thread of its own: it follows the events, makes its calls in order,
 * some at a time, and keeps what it was told. The thread ends with its calls, or with the first thing that is wrong.
 */
final class PortsClient implements AutoCloseable {

    private static final int IN_FLIGHT = 16;

    /** Answers to a query that was not carried out: the component restarts, or the machine is too slow for a budget. */
    private static final Set<String> NOT_CARRIED_OUT =
            Set.of("the component is away", "the component is busy with a query that exceeds its budget");

    /** A host that is lost several times on a busy machine may be away for minutes. */
    private static final long LIMIT_SECONDS = 600;

    private static final long LOOK_MS = 5;

    /** The calls as a client sees them. */
    interface Calls {
        void note(String caller, long number);

        CompletionStage<Long> add(String caller, long amount);

        CompletionStage<String> acknowledge(String caller, long alarm);

        @Query
        CompletionStage<Long> total(String caller);
    }

    /** A call whose answer has not come. */
    private record Open(String call, CompletableFuture<?> answer, long expected) {}

    private final String caller;
    private final List<Call> plan;
    private final MillraceClient client;
    private final Calls calls;
    private final List<String> answers = new ArrayList<>();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final Set<Long> escalated = new HashSet<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private final AtomicInteger done = new AtomicInteger();
    private final Thread thread;

    /** How many of its calls it may make so far. */
    private volatile int permitted = Integer.MAX_VALUE;

    private volatile Throwable failure;
    private volatile String lastError = "";
    private long total;

    private PortsClient(String caller, List<Call> plan, List<String> addresses, WireFormat format) {
        this.caller = caller;
        this.plan = plan;
        String[] others = addresses.subList(1, addresses.size()).toArray(String[]::new);
        client = MillraceClient.connect(ClientOptions.at(addresses.getFirst(), others)
                .withPauses(Duration.ofMillis(5), Duration.ofMillis(100))
                .withListeners(_ -> {}, error -> lastError = error));
        client.follow(
                PortsPlan.EVENTS,
                PortEvents.class,
                handler(),
                FollowOptions.oldest().withFormat(format).withOnEnd(this::ended));
        calls = client.port(PortsPlan.CALLS, Calls.class);
        thread = Thread.ofPlatform().daemon().name("millrace-prove-" + caller).unstarted(this::run);
    }

    /** Starts a client of a server that is at one of some addresses; over TCP it follows in the form of bytes. */
    static PortsClient start(int number, List<Call> plan, List<String> addresses) {
        WireFormat format = addresses.getFirst().startsWith("tcp") ? WireFormat.BINARY : WireFormat.JSON;
        PortsClient client = new PortsClient(PortsPlan.caller(number), plan, addresses, format);
        client.thread.start();
        return client;
    }

    private PortEvents handler() {
        return new PortEvents() {
            @Override
            public void raised(long alarm, long reading) {
                events.add("raised[" + alarm + "," + reading + "]");
            }

            @Override
            public void returned(long alarm, long reading) {
                events.add("returned[" + alarm + "," + reading + "]");
            }

            @Override
            public void escalated(long alarm) {
                events.add("escalated" + alarm);
                synchronized (escalated) {
                    escalated.add(alarm);
                    escalated.notifyAll();
                }
            }

            @Override
            public void acknowledged(long alarm, String by) {
                events.add("acknowledged[" + alarm + ",\"" + by + "\"]");
            }

            @Override
            public void noted(String by, long number) {
                events.add("noted[\"" + by + "\"," + number + "]");
            }
        };
    }

    private void run() {
        try {
            int made = 0;
            for (Call call : plan) {
                while (open.size() >= IN_FLIGHT || (made >= permitted && !open.isEmpty())) {
                    finish(open.removeFirst());
                }
                while (made >= permitted) {
                    TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                }
                make(call);
                made++;
            }
            while (!open.isEmpty()) {
                finish(open.removeFirst());
            }
            client.flush(Duration.ofSeconds(LIMIT_SECONDS)); // notes are not answered
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void make(Call call) throws InterruptedException {
        switch (call.kind()) {
            case NOTE -> {
                calls.note(caller, call.value());
                done.incrementAndGet();
            }
            case ADD -> {
                total += Math.max(0, call.value());
                open("add[" + call.value() + "]", calls.add(caller, call.value()), -1);
            }
            case QUERY -> open("total", calls.total(caller), total);
            case ACKNOWLEDGE -> {
                awaitEscalated(call.value());
                open("acknowledge[" + call.value() + "]", calls.acknowledge(caller, call.value()), -1);
            }
        }
    }

    private void open(String call, CompletionStage<?> answer, long expected) {
        open.add(new Open(call, answer.toCompletableFuture(), expected));
    }

    private void awaitEscalated(long alarm) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        synchronized (escalated) {
            while (!escalated.contains(alarm)) {
                if (System.nanoTime() - end > 0) {
                    throw new ProofException("the event of a timer has not come caller=" + caller + " alarm=" + alarm);
                }
                escalated.wait(TimeUnit.SECONDS.toMillis(1));
            }
        }
    }

    private void finish(Open call) throws InterruptedException {
        String answer;
        try {
            answer = String.valueOf(
                    call.answer().orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw new ProofException("an answer has not come caller=" + caller + " call=" + call.call(), e);
            }
            if (!(e.getCause() instanceof ClientException)) {
                throw e;
            }
            answer = e.getCause().getMessage();
        }
        if (call.expected() < 0) {
            answers.add(call.call() + "=" + answer);
        } else {
            check(call, answer);
        }
        done.incrementAndGet();
    }

    /** Fails where a query has not seen the calls before it, or more than was called until now. */
    private void check(Open query, String answer) {
        if (NOT_CARRIED_OUT.contains(answer)) {
            return; // it changes nothing
        }
        if (!answer.matches("[0-9]{1,18}")
                || Long.parseLong(answer) < query.expected()
                || Long.parseLong(answer) > total) {
            throw new ProofException("a query has not seen what its client has called before, or more caller=" + caller
                    + " before=" + query.expected() + " now=" + total + " answer=" + answer);
        }
    }

    /** Lets it make a share of its calls, from 0 to 1; without this it makes all. */
    void permit(double share) {
        permitted = (int) Math.ceil(share * plan.size());
    }

    /** Returns whether the calls that it may make have ended. */
    boolean hasMadePermitted() {
        return hasEnded() || done.get() >= permitted;
    }

    /** Returns how many calls and queries have ended. */
    int done() {
        return done.get();
    }

    /** Returns how many events have come. */
    int followed() {
        return events.size();
    }

    /**
     * Returns whether all calls have ended.
     *
     * @throws ProofException where something is wrong
     */
    boolean hasEnded() {
        if (failure != null) {
            throw new ProofException(
                    "a client has failed caller=" + caller + " reason=" + failure.getMessage() + " lastError="
                            + lastError,
                    failure);
        }
        return !thread.isAlive();
    }

    /** Takes the end of the subscription, which only this side may end. */
    private void ended(String reason) {
        if (!reason.contains("was closed") && failure == null) {
            failure = new ProofException("the events have ended reason=" + reason);
        }
    }

    /** Returns how far the client is. */
    @Override
    public String toString() {
        return caller + " calls=" + done + "/" + plan.size() + " events=" + events.size() + " lastError=" + lastError;
    }

    /** Returns the calls with their answers, once they have ended. */
    List<String> answers() {
        return answers;
    }

    /** Returns the events in the order in which they have come. */
    List<String> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    /** Ends the client; its thread ends, too. */
    @Override
    public void close() {
        thread.interrupt();
        client.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
