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
 * Waits for what follows from calls. Each call is written as the consequence of an item of an external source that is
 * this target's alone, numbered from 0. The history of whatever follows from it, over any number of services, begins
 * with that hop; so a thread that walks over the last channel finds the operation by the number there.
 *
 * <p>An operation is expected before its call is written, by the thread that issues it. Of several consequences the
 * first counts.
 */
final class ServiceAnswers implements AutoCloseable {
    private static final long LOOK_NS = 10_000_000;

    /** How long answers are waited for that services behind the one that failed have still to give. */
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
     * @param channel where consequences are looked for
     * @param method the one that counts; empty for any
     * @param failure why nothing more will come, if so
     */
    ServiceAnswers(Channel channel, String method, Supplier<Optional<? extends RuntimeException>> failure) {
        this.channel = channel;
        this.method = method;
        this.failure = failure;
        this.reader = Thread.ofPlatform().name("load-service-reader").daemon().unstarted(this::read);
    }

    /** Begins to look behind what is in the channel now. */
    void start() {
        cursor = channel.cursor();
        cursor.toEnd();
        cursor.handOver();
        reader.start();
    }

    Source source() {
        return source;
    }

    /** Expects what follows from an operation, and returns the number of its item. */
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

    /** Says that an item was not sent. */
    void forget(long number) {
        expected.remove(number);
    }

    private void read() {
        try (ChannelCursor walk = cursor) {
            read(walk);
        } catch (RuntimeException e) {
            fail(new LoadException("cannot read answers any more; " + e.getMessage(), e));
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

    /** No answer comes any more: what waits for one has failed, and what is issued fails at once. */
    private void fail(LoadException why) {
        broken = why;
        expected.keySet().forEach(number -> {
            Operation operation = expected.remove(number);
            if (operation != null) {
                operation.fail(why);
            }
        });
    }

    /** Forgets what is expected still: the run it belonged to is over. */
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
