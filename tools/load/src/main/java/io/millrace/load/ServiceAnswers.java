package io.millrace.load;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.concurrent.IdleStrategies;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.service.ErrorRecords;
import io.millrace.service.SkipRecords;
import io.millrace.wire.CallSchema;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Waits for the answers to calls. Each call is written as the consequence of an item of an external source that belongs
 * to this target alone, numbered from 0. The history of every message that results from it, over any number of
 * services, begins with that hop; so a thread that reads the last channel finds the operation by that number.
 *
 * <p>The issuing thread registers an operation before it writes its call. Of several answers the first counts.
 */
final class ServiceAnswers implements AutoCloseable {
    private static final long LOOK_NS = 10_000_000;

    /** How long to wait for answers of the services after the one that failed. */
    private static final long GRACE_NS = 200_000_000;

    private final Source source = Source.external("load-" + UUID.randomUUID());
    private final AtomicLong next = new AtomicLong();
    private final Map<Long, Operation> expected = new ConcurrentHashMap<>();
    private final Channel channel;
    private final String method;
    private final Supplier<Optional<? extends RuntimeException>> failure;
    private final Thread reader;
    private ChannelCursor cursor;
    private volatile boolean isClosed;
    private volatile RuntimeException broken;

    /**
     * Creates it. Nothing is read before {@link #start}.
     *
     * @param channel the channel of the answers
     * @param method the method that counts as an answer; empty for any
     * @param failure the failure after which no more answers arrive, if any
     */
    ServiceAnswers(Channel channel, String method, Supplier<Optional<? extends RuntimeException>> failure) {
        this.channel = channel;
        this.method = method;
        this.failure = failure;
        this.reader = Thread.ofPlatform().name("load-service-reader").daemon().unstarted(this::read);
    }

    /** Starts reading after the messages that are in the channel now. */
    void start() {
        cursor = channel.cursor();
        cursor.toEnd();
        cursor.handOver();
        reader.start();
    }

    Source source() {
        return source;
    }

    /** Expects the answer to an operation, and returns the number of its item. */
    long expect(Operation operation) {
        if (broken != null) {
            throw broken;
        }
        long number = next.getAndIncrement();
        expected.put(number, operation);
        if (broken != null && expected.remove(number) != null) {
            throw broken;
        }
        return number;
    }

    /** Forgets an item that was not sent. */
    void forget(long number) {
        expected.remove(number);
    }

    private void read() {
        try (ChannelCursor walk = cursor) {
            read(walk);
        } catch (Throwable e) {
            fail(new LoadException("cannot read answers any more reason=" + ForeignErrors.text(e), e));
        }
    }

    private void read(ChannelCursor walk) {
        IdleStrategy idle = IdleStrategies.defaultStrategy();
        RuntimeException why = null;
        long nextLookNs = System.nanoTime() + LOOK_NS;
        while (!isClosed) {
            Entry entry = walk.next();
            if (entry == Entry.CALL) {
                answered(walk);
                idle.reset();
            } else if (entry == Entry.END) {
                if (System.nanoTime() - nextLookNs >= 0) {
                    if (why != null) {
                        fail(new LoadException("service failed; " + why.getMessage(), why));
                    } else {
                        why = failure.get().orElse(null);
                    }
                    nextLookNs = System.nanoTime() + (why == null ? LOOK_NS : GRACE_NS);
                }
                idle.idle();
            }
        }
    }

    private void answered(ChannelCursor walk) {
        History history = walk.history();
        CallSchema schema = walk.schema();
        boolean isError = schema.interfaceName().equals(ErrorRecords.class.getName());
        boolean isSkipped = schema.interfaceName().equals(SkipRecords.class.getName());
        if (history.size() == 0 || !history.source(0).sameStream(source) || !(isError || isSkipped || counts(schema))) {
            return;
        }
        Operation operation = expected.remove(history.index(0));
        if (operation == null) {
            return;
        }
        if (isError || isSkipped) {
            String what = isError ? "a component threw, and recorded it" : "an input was passed over on an order";
            operation.fail(new LoadException(what + " channel=" + channel.name() + " method=" + schema.methodName()));
        } else {
            operation.complete();
        }
    }

    private boolean counts(CallSchema schema) {
        return method.isEmpty() || schema.methodName().equals(method);
    }

    /** Fails all expected operations, since no answer will arrive; later ones fail at once. */
    private void fail(LoadException why) {
        broken = why;
        expected.keySet().forEach(number -> {
            Operation operation = expected.remove(number);
            if (operation != null) {
                operation.fail(why);
            }
        });
    }

    /** Forgets all expected operations: their run is over. */
    void forgetAll() {
        expected.clear();
    }

    @Override
    public void close() {
        isClosed = true;
        boolean interrupted = false;
        while (reader.isAlive()) { // never, where it was not started
            try {
                reader.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
