package io.millrace.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/**
 * The answers that callers wait for. A call is sent like an append; once it is acknowledged its answer is waited for
 * here, over one connection after the other. A query is asked again in each. Guarded by its owner.
 */
final class Answers {

    /** The most numbers of calls in one request. */
    private static final int MAX_NUMBERS = 500;

    private final int max;
    private final Map<Long, PendingAnswer> calls = new LinkedHashMap<>();
    private final Map<Long, PendingQuery> queries = new LinkedHashMap<>();
    /** Appends that the component is not known to have taken. */
    private final Map<Long, PendingCall> untaken = new LinkedHashMap<>();

    private final Queue<PendingQuery> unsent = new ArrayDeque<>();
    private long query;

    Answers(int max) {
        this.max = max;
    }

    void require() {
        if (calls.size() + queries.size() + untaken.size() >= max) {
            throw new ClientException("too many calls wait for their answers maxPending=" + max);
        }
    }

    /** Waits for the answer to a call. */
    void add(PendingAnswer answer) {
        calls.put(answer.number(), answer);
    }

    /** Waits until the component has taken an append. */
    void addUntaken(PendingCall call) {
        untaken.put(call.number(), call);
    }

    /** Takes that the component has taken an append. */
    void taken(ServerAnswer answer, List<Runnable> actions) {
        PendingCall call = untaken.remove(answer.number("taken"));
        if (call != null) {
            String position = answer.text("position");
            actions.add(() -> call.taken().complete(position));
        }
    }

    /** Ends the waiting for the taking of an append that was refused, or whose outcome is unknown. */
    void failTaken(PendingCall call, String reason, List<Runnable> actions) {
        if (untaken.remove(call.number()) != null) {
            ClientException error = new ClientException(reason);
            actions.add(() -> call.taken().completeExceptionally(error));
        }
    }

    /** Adds a query, which gets a number; its answer comes among the messages of a follower, or {@code as} is 0. */
    PendingQuery add(
            long after, String channel, Invocation invocation, PendingAnswer.Waits how, long as, String position) {
        PendingQuery added =
                new PendingQuery(after, new PendingAnswer(++query, channel, how), invocation, as, position);
        queries.put(query, added);
        unsent.add(added);
        return added;
    }

    /** Returns the next query to send, or null where there is none, or calls made before it are to be sent first. */
    PendingQuery nextQuery(Appends appends) {
        while (!unsent.isEmpty() && !queries.containsKey(unsent.peek().answer().number())) {
            unsent.remove();
        }
        PendingQuery next = unsent.peek();
        return next == null || appends.hasUnsent(next.answer().channel(), next.after()) ? null : unsent.remove();
    }

    /** Takes an answer of the server to a call; one that no caller waits for is passed over. */
    void answered(ServerAnswer answer, List<Runnable> actions) {
        end(calls.remove(answer.number("answered")), answer, actions);
    }

    /** Takes an answer of the server to a query; returns the follower among whose messages it is, or 0. */
    long queried(ServerAnswer answer, List<Runnable> actions) {
        PendingQuery asked = queries.remove(answer.number("query"));
        if (asked != null && asked.as() != 0) {
            return asked.as();
        }
        end(asked == null ? null : asked.answer(), answer, actions);
        return 0;
    }

    private static void end(PendingAnswer waiting, ServerAnswer answer, List<Runnable> actions) {
        if (waiting != null && answer.has("error")) {
            waiting.fail(answer.text("error"), actions);
        } else if (waiting != null) {
            waiting.complete(answer.result(), actions);
        }
    }

    /** Ends the waiting for the answer to a call that was refused, or whose outcome is unknown. */
    void fail(long number, String reason, List<Runnable> actions) {
        PendingAnswer failed = calls.remove(number);
        if (failed != null) {
            failed.fail(reason, actions);
        }
    }

    /** Returns the requests for answers to calls that arrived over earlier connections; queries are asked again. */
    List<String> requests(Appends appends) {
        Map<String, List<Long>> numbers = new TreeMap<>();
        for (PendingAnswer call : calls.values()) {
            if (!appends.isPending(call.channel(), call.number())) {
                numbers.computeIfAbsent(call.channel(), _ -> new ArrayList<>()).add(call.number());
            }
        }
        List<String> requests = new ArrayList<>();
        numbers.forEach((channel, all) -> {
            for (int from = 0; from < all.size(); from += MAX_NUMBERS) {
                requests.add(
                        ClientRequests.answers(channel, all.subList(from, Math.min(all.size(), from + MAX_NUMBERS))));
            }
        });
        for (PendingCall call : untaken.values()) {
            if (!appends.isPending(call.channel().name(), call.number())) {
                requests.add(ClientRequests.append(call, ChannelAppends.NONE)); // it is there, so nothing is appended
            }
        }
        unsent.clear();
        unsent.addAll(queries.values());
        return requests;
    }

    /** Ends all that has arrived, where the server does not remember the client. */
    void unknown(String reason, Appends appends, List<Runnable> actions) {
        calls.values().removeIf(call -> {
            boolean hasArrived = !appends.isPending(call.channel(), call.number());
            if (hasArrived) {
                call.fail(reason, actions);
            }
            return hasArrived;
        });
        for (PendingCall call : List.copyOf(untaken.values())) {
            if (!appends.isPending(call.channel().name(), call.number())) {
                failTaken(call, reason, actions);
            }
        }
    }

    /** Ends everything. */
    void fail(String reason, List<Runnable> actions) {
        calls.values().forEach(call -> call.fail(reason, actions));
        queries.values().forEach(asked -> asked.answer().fail(reason, actions));
        List.copyOf(untaken.values()).forEach(call -> failTaken(call, reason, actions));
        calls.clear();
        queries.clear();
    }

    /** Forgets what no caller waits for any more; returns whether it was waited for. */
    boolean forgetCall(long number) {
        return calls.remove(number) != null;
    }

    /** Forgets a query that no caller waits for any more; returns whether it was waited for. */
    boolean forgetQuery(long number) {
        return queries.remove(number) != null;
    }
}
