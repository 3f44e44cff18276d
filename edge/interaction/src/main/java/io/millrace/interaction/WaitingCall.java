package io.millrace.interaction;

import java.util.concurrent.CompletableFuture;

/** A call that is sent again in the next session while it has no answer. For the holder of the lock of its client. */
final class WaitingCall {

    final InterfaceModel model;
    final MethodModel method;
    final Object[] arguments;
    final Routing routing;

    /** The number of the change; 0 for a call that may be made twice. */
    final long change;

    /** Its answer, after which it is not sent any more. */
    final CompletableFuture<Object> outcome = new CompletableFuture<>();

    private boolean wasSent;

    WaitingCall(InterfaceModel model, MethodModel method, Object[] arguments, Routing routing, long change) {
        this.model = model;
        this.method = method;
        this.arguments = arguments;
        this.routing = routing;
        this.change = change;
    }

    /** Sends it, and returns what a session answers; fails with a {@link SessionEndedException} where it could not. */
    CompletableFuture<Object> send(InteractionClient to) {
        wasSent = true;
        try {
            return to.begin(model, method, arguments, routing, change, null);
        } catch (InteractionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Fails with the end of the client. */
    void end(String reason) {
        String known = change == 0 || !wasSent
                ? "the call has no answer"
                : "it is not known whether the change was carried out change=" + change;
        outcome.completeExceptionally(new SessionEndedException(known + " method=" + method + " reason=" + reason));
    }
}
