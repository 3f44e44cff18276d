package io.millrace.ledger.bftsmart;

import bftsmart.tom.MessageContext;
import bftsmart.tom.server.defaultservices.DefaultSingleRecoverable;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A replica's application, which counts the calls in their order and answers with the count. */
final class CountingService extends DefaultSingleRecoverable {
    private final AtomicLong calls = new AtomicLong();
    private final LongAdder batches = new LongAdder();

    /** Returns how many calls were carried out. */
    long calls() {
        return calls.get();
    }

    /** Returns in how many batches they were ordered. */
    long batches() {
        return batches.sum();
    }

    @Override
    public byte[] appExecuteOrdered(byte[] call, MessageContext context) {
        long count = calls.incrementAndGet();
        if (context.isLastInBatch()) {
            batches.increment();
        }
        return bytes(count);
    }

    @Override
    public byte[] appExecuteUnordered(byte[] call, MessageContext context) {
        return getSnapshot();
    }

    @Override
    public byte[] getSnapshot() {
        return bytes(calls.get());
    }

    @Override
    public void installSnapshot(byte[] snapshot) {
        calls.set(ByteBuffer.wrap(snapshot).getLong());
    }

    private static byte[] bytes(long count) {
        return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
    }
}
