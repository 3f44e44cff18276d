package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.net.Connector;
import io.millrace.net.Connector.Pauses;
import io.millrace.net.HostPort;
import io.millrace.net.Link;
import io.millrace.net.LinkHandler;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Links of Millrace, with their watch of silent peers. */
public final class EchoLinkWorkload extends EchoWorkload {
    private static final HostPort ANY_PORT = HostPort.parse("127.0.0.1:0");
    private static final Pauses NO_PAUSE = new Pauses(Duration.ofNanos(1), Duration.ofNanos(1));

    /** Creates the workload; a fork calls this. */
    public EchoLinkWorkload() {}

    @Override
    void keep(int sizeBytes, EchoTrips trips) throws Exception {
        Client client = new Client(sizeBytes, trips);
        serve(client.done, client::exchangeAll);
    }

    @Override
    void reconnect(int sizeBytes, EchoTrips trips) throws Exception {
        Client client = new Client(sizeBytes, trips);
        client.count = trips.awaitDue();
        serve(client.done, client::exchangeOne);
    }

    private static void serve(CompletableFuture<Void> done, LinkHandler client) throws Exception {
        LinkOptions options = LinkOptions.defaults().withErrorHandler(done::completeExceptionally);
        try (Listener listener = Listener.start(ANY_PORT, options, EchoLinkWorkload::echo);
                Connector _ = Connector.start(List.of(listener.address()), options, NO_PAUSE, client)) {
            done.get();
        } catch (ExecutionException e) {
            throw new BenchmarkException("a link failed", e.getCause());
        }
    }

    private static void echo(Link link) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(EchoMessages.BUFFER_BYTES);
        while (link.read(buffer) >= 0) {
            link.establish();
            link.write(buffer.flip());
            buffer.clear();
        }
    }

    private static final class Client {
        private final ByteBuffer out = ByteBuffer.allocateDirect(EchoMessages.BUFFER_BYTES);
        private final ByteBuffer in = ByteBuffer.allocateDirect(EchoMessages.BUFFER_BYTES);
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final int sizeBytes;
        private final EchoTrips trips;
        private int count;

        Client(int sizeBytes, EchoTrips trips) {
            this.sizeBytes = sizeBytes;
            this.trips = trips;
        }

        void exchangeAll(Link link) {
            for (count = trips.awaitDue(); count > 0; count = trips.awaitDue()) {
                exchange(link);
                EchoMessages.record(in, 0, sizeBytes, trips);
            }
            done.complete(null);
        }

        /** Exchanges one message; the time until the link is closed counts, so its answer is recorded by the next. */
        void exchangeOne(Link link) {
            if (done.isDone()) {
                return;
            }
            if (in.position() > 0) { // of the link before, which is closed by now
                EchoMessages.record(in, 0, sizeBytes, trips);
                in.clear();
                count = trips.awaitDue();
            }
            if (count == 0) {
                done.complete(null);
                return;
            }
            exchange(link);
        }

        private void exchange(Link link) {
            EchoMessages.fill(out, count, sizeBytes, trips);
            link.write(out);
            in.clear().limit(count * sizeBytes);
            link.readFully(in);
            link.establish();
        }
    }
}
