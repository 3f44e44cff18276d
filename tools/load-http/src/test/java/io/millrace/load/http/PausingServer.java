package io.millrace.load.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A real server, of HTTP/1.1 and HTTP/2, that answers at once except while it pauses: then it answers nothing until it
 * is told to continue, and then everything. A path of digits is answered with that status, the path {@code /lost} by
 * closing the connection; other requests are recorded.
 */
final class PausingServer implements AutoCloseable {
    private static final int STREAMS = 1_000;

    private final Server server;
    private final ServerConnector connector;
    private final List<Callback> held = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private boolean isPaused;

    private PausingServer() {
        QueuedThreadPool threads = new QueuedThreadPool(16, 4);
        threads.setName("pausing-server");
        server = new Server(threads);
        HttpConfiguration configuration = new HttpConfiguration();
        HTTP2CServerConnectionFactory second = new HTTP2CServerConnectionFactory(configuration);
        second.setMaxConcurrentStreams(STREAMS);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration), second);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws IOException {
                answer(request, response, callback);
                return true;
            }
        });
    }

    static PausingServer start() throws Exception {
        PausingServer started = new PausingServer();
        started.server.start();
        return started;
    }

    String url() {
        return "http://127.0.0.1:" + connector.getLocalPort() + "/all";
    }

    private void answer(Request request, Response response, Callback callback) throws IOException {
        requests.incrementAndGet();
        String path = request.getHttpURI().getPathQuery();
        String body = new String(Request.asInputStream(request).readAllBytes(), StandardCharsets.UTF_8);
        if (request.getConnectionMetaData().getHttpVersion().getVersion() == 20) {
            streams.incrementAndGet();
        }
        if (!path.equals("/all")) {
            seen.add(request.getMethod() + " " + path + " "
                    + request.getHeaders().get(HttpHeader.CONTENT_TYPE) + " "
                    + request.getHeaders().get("X-Mark") + " " + body);
        }
        if (path.equals("/lost")) {
            request.getConnectionMetaData().getConnection().getEndPoint().close();
            callback.failed(new IOException("the connection was closed on purpose"));
            return;
        }
        if (path.matches("/[0-9]{3}")) {
            response.setStatus(Integer.parseInt(path.substring(1)));
        }
        synchronized (held) {
            if (isPaused) {
                held.add(callback);
                return;
            }
        }
        callback.succeeded();
    }

    /** Answers nothing from now on. */
    void pause() {
        synchronized (held) {
            isPaused = true;
        }
    }

    /** Answers all that was asked meanwhile, and what comes. */
    void goOn() {
        List<Callback> waiting;
        synchronized (held) {
            isPaused = false;
            waiting = List.copyOf(held);
            held.clear();
        }
        waiting.forEach(Callback::succeeded);
    }

    List<String> seen() {
        return List.copyOf(seen);
    }

    int requests() {
        return requests.get();
    }

    int http2Requests() {
        return streams.get();
    }

    @Override
    public void close() {
        goOn();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop", e);
        }
    }
}
