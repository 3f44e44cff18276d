package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionServer;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.remote.TcpServer;
import io.millrace.remote.TcpSession;
import io.millrace.remote.WebSocketClient;
import io.millrace.remote.WebSocketServer;
import io.millrace.server.WebServer;
import io.millrace.server.WebServerOptions;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/** Calls of an interface whose service is served: each value is waited for, or there is a window of stages. */
final class InteractionRequests implements Requests {
    private static final long HIGHEST_NS = 10_000_000_000L;
    private static final String SYMBOL = "EURUSD";

    private final Runnable stop;
    private final InteractionServer server;
    private final InteractionClient client;
    private final PriceDesk desk;

    private InteractionRequests(Runnable stop, InteractionServer server, InteractionClient client) {
        this.stop = stop;
        this.server = server;
        this.client = client;
        this.desk = client.as(PriceDesk.class);
    }

    static InteractionRequests start(ClientsSuite.Wire wire) {
        InteractionServer server = InteractionServer.builder()
                .serve(PriceDesk.class, new FixedPrices())
                .build();
        return switch (wire) {
            case TCP -> {
                TcpServer tcp = TcpServer.start(new HostPort("127.0.0.1", 0), LinkOptions.defaults(), server);
                yield new InteractionRequests(
                        tcp::close,
                        server,
                        TcpSession.client(tcp.address(), LinkOptions.defaults(), ClientOptions.defaults()));
            }
            case WEB_SOCKET -> {
                WebServer web = WebServer.with(WebServerOptions.loopback())
                        .webSocket("/interactions", WebSocketServer.endpoint(server))
                        .start();
                URI uri = URI.create("ws://" + URI.create(web.uri()).getAuthority() + "/interactions");
                yield new InteractionRequests(
                        web::close, server, WebSocketClient.client(uri, Optional.empty(), ClientOptions.defaults()));
            }
        };
    }

    private static final class FixedPrices implements PriceDesk {

        @Override
        public long price(String symbol, long pieces) {
            return pieces * symbol.length();
        }

        @Override
        public CompletionStage<Long> priceLater(String symbol, long pieces) {
            return CompletableFuture.completedFuture(price(symbol, pieces));
        }
    }

    @Override
    public Histogram oneByOne(long durationNs) {
        Histogram times = new Histogram(HIGHEST_NS, 3);
        long startNs = System.nanoTime();
        long nowNs = startNs;
        for (long pieces = 0; nowNs - startNs < durationNs; pieces++) {
            long price = desk.price(SYMBOL, pieces);
            long doneNs = System.nanoTime();
            check(price, pieces);
            times.recordValue(Math.min(HIGHEST_NS, doneNs - nowNs));
            nowNs = doneNs;
        }
        return times;
    }

    @Override
    public double inWindow(long durationNs) throws InterruptedException {
        Semaphore free = new Semaphore(ClientsSuite.WINDOW);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        long startNs = System.nanoTime();
        long calls = 0;
        while (System.nanoTime() - startNs < durationNs) {
            free.acquire();
            long pieces = calls++;
            var _ = desk.priceLater(SYMBOL, pieces).whenComplete((price, failure) -> {
                if (failure != null) {
                    failed.set(failure);
                } else if (price != pieces * SYMBOL.length()) {
                    failed.set(new BenchmarkException("an answer is wrong price=" + price + " pieces=" + pieces));
                }
                free.release();
            });
        }
        free.acquire(ClientsSuite.WINDOW);
        if (failed.get() != null) {
            throw new BenchmarkException("a call has failed", failed.get());
        }
        return calls * 1e9 / (System.nanoTime() - startNs);
    }

    private static void check(long price, long pieces) {
        if (price != pieces * SYMBOL.length()) {
            throw new BenchmarkException("an answer is wrong price=" + price + " pieces=" + pieces);
        }
    }

    @Override
    public void close() {
        client.close();
        stop.run();
        server.close();
    }
}
