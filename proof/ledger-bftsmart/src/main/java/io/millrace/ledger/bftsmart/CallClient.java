package io.millrace.ledger.bftsmart;

import bftsmart.reconfiguration.util.TOMConfiguration;
import bftsmart.reconfiguration.views.MemoryBasedViewStorage;
import bftsmart.tom.TOMSender;
import bftsmart.tom.core.messages.TOMMessage;
import bftsmart.tom.core.messages.TOMMessageType;
import io.millrace.harness.BenchmarkException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A client with many calls of 100 bytes on their way. A call has ended when as many replicas as the library's own
 * clients wait for have given the same answer. One thread sends; threads of the library bring answers.
 */
final class CallClient extends TOMSender {
    private static final int CALL_BYTES = 100;
    private static final long WAIT_S = 60;

    private final Semaphore room;
    private final int mostOutstanding;
    private final int quorum;
    private final Queue<TOMMessage> signed = new ArrayDeque<>();
    private final Map<Integer, Call> outstanding = new ConcurrentHashMap<>();
    private final Semaphore introduced = new Semaphore(0);

    /** A call that waits for equal answers. */
    private static final class Call {
        final long intendedNs;
        final Latencies latencies;
        private byte[] answer;
        private int equal;

        Call(long intendedNs, Latencies latencies) {
            this.intendedNs = intendedNs;
            this.latencies = latencies;
        }

        /** Takes an answer; returns how many equal ones there are. */
        synchronized int take(byte[] content) {
            if (answer == null) {
                answer = content;
            }
            if (Arrays.equals(answer, content)) {
                equal++;
            }
            return equal;
        }
    }

    CallClient(TOMConfiguration configuration, int mostOutstanding) {
        this.mostOutstanding = mostOutstanding;
        this.room = new Semaphore(mostOutstanding);
        this.quorum = (configuration.getN() + configuration.getF()) / 2 + 1;
        init(configuration, new MemoryBasedViewStorage());
    }

    /** Signs so many calls, which are sent first. */
    void sign(int count, PrivateKey key) {
        try {
            Signature engine = Signature.getInstance("SHA1withRSA"); // the only one of the library
            engine.initSign(key);
            for (int i = 0; i < count; i++) {
                TOMMessage call = call();
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (DataOutputStream out = new DataOutputStream(bytes)) {
                    call.wExternal(out);
                }
                call.serializedMessage = bytes.toByteArray();
                engine.update(call.serializedMessage);
                call.serializedMessageSignature = engine.sign();
                signed.add(call);
            }
        } catch (GeneralSecurityException | IOException e) {
            throw new BenchmarkException("a call cannot be signed", e);
        }
    }

    /** Returns how many signed calls are left. */
    int signed() {
        return signed.size();
    }

    private TOMMessage call() {
        return new TOMMessage(
                getProcessId(),
                getSession(),
                generateRequestId(TOMMessageType.ORDERED_REQUEST),
                generateOperationId(),
                new byte[CALL_BYTES],
                getViewManager().getCurrentViewId(),
                TOMMessageType.ORDERED_REQUEST);
    }

    /** Sends a call as soon as there is room for it. */
    void send(long intendedNs, Latencies latencies) throws InterruptedException {
        if (!room.tryAcquire(WAIT_S, TimeUnit.SECONDS)) {
            throw new BenchmarkException("calls are not answered outstanding=" + outstanding.size());
        }
        TOMMessage ready = signed.poll();
        TOMMessage call = ready == null ? call() : ready;
        outstanding.put(call.getSequence(), new Call(intendedNs, latencies));
        TOMulticast(call);
    }

    /** Sends the first call and waits for all replicas: one that has not heard of a client stops for a second. */
    void introduce() throws InterruptedException {
        send(System.nanoTime(), Latencies.NONE);
        if (!introduced.tryAcquire(getViewManager().getCurrentViewN(), WAIT_S, TimeUnit.SECONDS)) {
            throw new BenchmarkException("replicas do not answer a client answers=" + introduced.availablePermits());
        }
    }

    /** Waits until each call has ended. */
    void awaitAll() throws InterruptedException {
        if (!room.tryAcquire(mostOutstanding, WAIT_S, TimeUnit.SECONDS)) {
            throw new BenchmarkException("calls are not answered outstanding=" + outstanding.size());
        }
        room.release(mostOutstanding);
    }

    @Override
    public void replyReceived(TOMMessage reply) {
        introduced.release();
        Call call = outstanding.get(reply.getSequence());
        if (call != null && call.take(reply.getContent()) == quorum) {
            outstanding.remove(reply.getSequence());
            call.latencies.add(System.nanoTime() - call.intendedNs);
            room.release();
        }
    }
}
