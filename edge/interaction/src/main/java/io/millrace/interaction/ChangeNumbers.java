package io.millrace.interaction;

import io.millrace.channel.History;
import io.millrace.channel.Source;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The names of clients and the numbers of their changes, so that a change that is sent again is not made again. A
 * server has one. {@link ChannelInputs} that share it keep name and number in the history of each input call, and find
 * them there after a restart. How much is remembered is bounded; what was forgotten is refused. Any thread may use it.
 */
public final class ChangeNumbers {

    /** The names of clients in histories begin so. */
    static final String PREFIX = "interaction/";

    private static final int MAX_NEWCOMERS = 10_000;
    private static final int MAX_CLIENTS = 4_096;
    private static final int MAX_ANSWERS = 4_096;

    private final ReentrantLock lock = new ReentrantLock();

    /** Clients that have changed nothing yet, apart, so that many of them displace none that has. */
    private final LinkedHashMap<String, NumberedClient> newcomers = new LinkedHashMap<>(16, 0.75f, true);

    /** The clients that have; the one that was idle for longest is first. */
    private final LinkedHashMap<String, NumberedClient> clients = new LinkedHashMap<>(16, 0.75f, true);

    /** The changes whose answers are known, in the order of their answers. */
    private final Queue<NumberedChange> answered = new ArrayDeque<>();

    /** Remembers nothing yet. */
    public ChangeNumbers() {}

    /**
     * Returns the client of a name.
     *
     * @param name its name, empty for a new client
     * @param principal whose client it is: names begin with the principal, so that no other one can use them; empty for
     *     clients that show nothing
     * @throws UnknownClientException if the name is not known, or that of another principal
     */
    NumberedClient greet(String name, String principal) {
        if (!principal.matches("[A-Za-z0-9._-]{0,64}")) {
            throw new InteractionException("the common name in the certificate of a client with a name has letters,"
                    + " digits, dots, dashes and underscores, at most 64 name=" + FrameFormat.shortened(principal));
        }
        lock.lock();
        try {
            String prefix = principal.isEmpty() ? "" : principal + "/";
            NumberedClient known = name.isEmpty()
                    ? add(prefix + UUID.randomUUID())
                    : principalOf(name).equals(principal) ? find(name) : null;
            if (known == null) {
                throw new UnknownClientException("the name of the client is not known, so it is not known which of its"
                        + " changes were carried out; begin with a new name name=" + FrameFormat.shortened(name));
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private static String principalOf(String name) {
        int slash = name.indexOf('/');
        return slash < 0 ? "" : name.substring(0, slash);
    }

    private NumberedClient find(String name) {
        NumberedClient known = clients.get(name);
        return known != null ? known : newcomers.get(name);
    }

    private NumberedClient add(String name) {
        NumberedClient client = new NumberedClient(name, 0);
        newcomers.put(name, client);
        removeEldest(newcomers, MAX_NEWCOMERS);
        return client;
    }

    private static void removeEldest(SequencedMap<String, NumberedClient> from, int max) {
        if (from.size() > max) {
            from.pollFirstEntry();
        }
    }

    /**
     * Begins a change, or finds it.
     *
     * @param client the client
     * @param number the number of the change, from 1
     * @param method the call
     * @return the change; what is first to {@link NumberedChange#begin} it carries it out
     * @throws InteractionException if it was made and the answer is no longer known, if a later one was made, or if it
     *     is too old
     */
    NumberedChange begin(NumberedClient client, long number, String method) {
        lock.lock();
        try {
            Optional<NumberedChange> known = client.find(number, method);
            if (known.isPresent()) {
                return known.get();
            }
            NumberedChange change = new NumberedChange(client, number, method);
            client.add(change);
            promote(client);
            return change;
        } finally {
            lock.unlock();
        }
    }

    private void promote(NumberedClient client) {
        newcomers.remove(client.name);
        clients.put(client.name, client);
        removeEldest(clients, MAX_CLIENTS);
    }

    /** Remembers that a change has its answer, and forgets the oldest answer where there are too many. */
    void answered(NumberedChange change) {
        lock.lock();
        try {
            remember(change);
        } finally {
            lock.unlock();
        }
    }

    private void remember(NumberedChange change) {
        answered.add(change);
        if (answered.size() > MAX_ANSWERS) {
            NumberedChange oldest = answered.remove();
            oldest.client.forgetAnswer(oldest.number);
        }
    }

    /**
     * Notes the change that an input call in a channel is, if it is one.
     *
     * @param taken returns the input call; null where its outcome is not known
     */
    void kept(History history, Supplier<TakenInput> taken) {
        int last = history.size() - 1;
        if (last < 0) {
            return;
        }
        Source source = history.source(last);
        if (source.isExternal() && source.name().startsWith(PREFIX)) {
            kept(source.name().substring(PREFIX.length()), history.index(last), taken);
        }
    }

    private void kept(String name, long number, Supplier<TakenInput> taken) {
        lock.lock();
        try {
            NumberedClient client = find(name);
            if (client == null) {
                client = new NumberedClient(name, number - 1); // what was before may be further back
            }
            client.addKept(number, taken).ifPresent(this::remember);
            promote(client);
        } finally {
            lock.unlock();
        }
    }
}
