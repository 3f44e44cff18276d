package io.millrace.benchmarks;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.millrace.concurrent.Uninterruptibly;
import io.millrace.harness.BenchmarkException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.concurrent.Future.State;
import java.util.concurrent.FutureTask;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Aeron over UDP. Each end has a media driver of its own, which its thread runs itself and busily: three threads of a
 * driver, or one beside each end, would have to share two processors.
 */
public final class EchoAeronWorkload extends EchoWorkload {
    private static final int STREAM = 1001;
    private static final int FRAGMENTS = EchoTrips.MOST_DUE;
    private static final int TERM_BYTES = 1 << 20;

    /** Creates the workload; a fork calls this. */
    public EchoAeronWorkload() {}

    @Override
    boolean hasConnections() {
        return false;
    }

    @Override
    void reconnect(int sizeBytes, EchoTrips trips) {
        throw new BenchmarkException("there are no connections over UDP");
    }

    @Override
    void keep(int sizeBytes, EchoTrips trips) throws Exception {
        String there = channel(freePort());
        String back = channel(freePort());
        try (Server server = new Server(there, back);
                Endpoint end = new Endpoint(back, there)) {
            Client client = new Client(end, sizeBytes, trips);
            while (!end.isConnected()) {
                server.requireServing();
                end.work();
            }
            for (int count = trips.awaitDue(); count > 0; count = trips.awaitDue()) {
                client.exchange(count);
            }
        }
    }

    private static String channel(int port) {
        return "aeron:udp?endpoint=127.0.0.1:" + port + "|mtu=8k|term-length=" + TERM_BYTES;
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        }
    }

    /** A media driver and its client, in one thread. */
    private static final class Endpoint implements AutoCloseable {
        private final MediaDriver driver;
        private final Aeron aeron;
        private final AgentInvoker driverWork;
        private final AgentInvoker clientWork;
        private final Subscription in;
        private final ExclusivePublication out;

        Endpoint(String from, String to) {
            driver = MediaDriver.launch(new MediaDriver.Context()
                    .aeronDirectoryName(CommonContext.generateRandomDirName())
                    .threadingMode(ThreadingMode.INVOKER)
                    .termBufferSparseFile(false)
                    .dirDeleteOnStart(true)
                    .dirDeleteOnShutdown(true));
            driverWork = driver.sharedAgentInvoker();
            aeron = Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(driver.aeronDirectoryName())
                    .useConductorAgentInvoker(true)
                    .driverAgentInvoker(driverWork));
            clientWork = aeron.conductorAgentInvoker();
            in = aeron.addSubscription(from, STREAM);
            out = aeron.addExclusivePublication(to, STREAM);
        }

        boolean isConnected() {
            return in.isConnected() && out.isConnected();
        }

        void work() {
            driverWork.invoke();
            clientWork.invoke();
        }

        void send(DirectBuffer buffer, int offset, int length) {
            long position = out.offer(buffer, offset, length);
            while (position < 0) {
                if (position == Publication.CLOSED || position == Publication.MAX_POSITION_EXCEEDED) {
                    throw new BenchmarkException("the publication ended position=" + position);
                }
                work();
                position = out.offer(buffer, offset, length);
            }
        }

        @Override
        public void close() {
            aeron.close();
            driver.close();
        }
    }

    private static final class Client implements FragmentHandler {
        private final UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(1024, 64));
        private final Endpoint end;
        private final int sizeBytes;
        private final EchoTrips trips;
        private boolean answered;

        Client(Endpoint end, int sizeBytes, EchoTrips trips) {
            this.end = end;
            this.sizeBytes = sizeBytes;
            this.trips = trips;
        }

        void exchange(int count) {
            for (int i = 0; i < count; i++) {
                message.putLong(0, trips.nextNumber(), ByteOrder.LITTLE_ENDIAN);
                end.send(message, 0, sizeBytes);
            }
            answered = false;
            while (!answered) {
                end.work();
                end.in.poll(this, FRAGMENTS);
            }
        }

        @Override
        public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
            answered = trips.answered(buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN));
        }
    }

    private static final class Server implements AutoCloseable {
        private final String from;
        private final String to;
        private final FutureTask<Void> serving = new FutureTask<>(this::serve, null);
        private final Thread thread;
        private volatile boolean stopped;

        Server(String from, String to) {
            this.from = from;
            this.to = to;
            thread = Thread.ofPlatform().name("echo-server").daemon().start(serving);
        }

        private void serve() {
            try (Endpoint end = new Endpoint(from, to)) {
                FragmentHandler echo = (buffer, offset, length, _) -> end.send(buffer, offset, length);
                while (!stopped) {
                    end.work();
                    end.in.poll(echo, FRAGMENTS);
                }
            }
        }

        void requireServing() {
            if (serving.state() == State.FAILED) {
                throw new BenchmarkException("the server failed", serving.exceptionNow());
            }
        }

        @Override
        public void close() {
            stopped = true;
            Uninterruptibly.join(thread);
            requireServing();
        }
    }
}
