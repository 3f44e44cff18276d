package io.millrace.kafka;

import java.util.concurrent.ExecutionException;

/**
 * A question to brokers that waits for its answer.
 *
 * @param <T> the answer
 */
@FunctionalInterface
interface AdminCall<T> {
    T get() throws ExecutionException, InterruptedException;
}
