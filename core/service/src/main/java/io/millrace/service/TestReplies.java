package io.millrace.service;

import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Replies for tests that call a component directly: each call is one of a client, and its answer is found by the reply
 * that the call has returned. For one thread.
 */
public final class TestReplies implements Replies {

    private static final String CHANNEL = "test";

    private final Set<Reply<?>> open = new HashSet<>();
    private final Map<Reply<?>, Object> answers = new HashMap<>();
    private final Map<Reply<?>, String> refusals = new HashMap<>();
    private long number;

    /** Creates replies of which none is open. */
    public TestReplies() {}

    @Override
    public <T> Reply<T> open() {
        Reply<T> reply = new Reply<>(CHANNEL, CHANNEL, ++number);
        open.add(reply);
        return reply;
    }

    @Override
    public <T> void answer(Reply<T> reply, T value) {
        close(reply);
        answers.put(reply, value);
    }

    @Override
    public void refuse(Reply<?> reply, String reason) {
        close(reply);
        refusals.put(reply, reason);
    }

    private void close(Reply<?> reply) {
        if (!open.remove(reply)) {
            throw new ServiceException("a reply is not open; it is answered exactly once number=" + reply.number());
        }
    }

    /** Returns whether a call was answered. */
    public boolean isAnswered(Reply<?> reply) {
        return answers.containsKey(reply) || refusals.containsKey(reply);
    }

    /** Returns how many calls wait for their answers. */
    public int openReplies() {
        return open.size();
    }

    /**
     * Returns the answer to a call.
     *
     * @throws Refused if it was refused
     * @throws ServiceException if it was not answered yet
     */
    @SuppressWarnings("unchecked") // answer takes values of this type alone
    public <T> T answerOf(Reply<T> reply) {
        if (refusals.containsKey(reply)) {
            throw new Refused(refusals.get(reply));
        }
        if (!answers.containsKey(reply)) {
            throw new ServiceException("a call was not answered yet number=" + reply.number());
        }
        return (T) answers.get(reply);
    }
}
