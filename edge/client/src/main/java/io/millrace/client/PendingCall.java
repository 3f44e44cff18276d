package io.millrace.client;

import java.util.concurrent.CompletableFuture;

/**
 * A call that is not acknowledged yet.
 *
 * @param number its number
 * @param channel its channel
 * @param method the call
 * @param arguments its arguments as JSON
 * @param result completes with the number
 */
record PendingCall(
        long number, ChannelAppends channel, String method, String arguments, CompletableFuture<Long> result) {}
