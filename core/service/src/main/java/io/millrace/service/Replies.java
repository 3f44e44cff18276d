package io.millrace.service;

import io.millrace.wire.Refused;
import io.millrace.wire.Reply;

/**
 * Answers calls later than they are made. A component asks for it with a constructor parameter, or as {@code
 * outputs.as(Replies.class)}; a test gives it {@link TestReplies}.
 *
 * <pre>{@code
 * public Reply<Receipt> order(Order order) {
 *     Reply<Receipt> reply = replies.open();
 *     waiting.put(order.id(), reply);       // state, and so in the snapshots
 *     bank.pay(order.id(), order.price());  // a gateway
 *     return reply;
 * }
 *
 * public void paid(String id) {             // its outcome
 *     replies.answer(waiting.remove(id), new Receipt(id));
 * }
 * }</pre>
 *
 * For the thread of the component, while it takes an input.
 */
public interface Replies {

    /**
     * Opens the reply to the present call, which its method returns. Where another component has made the call, no
     * client waits for the reply, and what answers it is dropped.
     *
     * @throws Refused if too many replies are open; call this before changing any state
     */
    <T> Reply<T> open();

    /**
     * Answers a call.
     *
     * @param reply what {@link #open} has returned, now or earlier
     * @param value the answer
     * @throws ServiceException if the reply is not open: it was answered before
     */
    <T> void answer(Reply<T> reply, T value);

    /**
     * Answers a call with a refusal.
     *
     * @param reply what {@link #open} has returned, now or earlier
     * @param reason what the caller is told
     * @throws ServiceException if the reply is not open: it was answered before
     */
    void refuse(Reply<?> reply, String reason);
}
