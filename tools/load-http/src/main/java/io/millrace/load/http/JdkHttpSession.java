package io.millrace.load.http;

import io.millrace.load.LoadException;
import io.millrace.load.Operation;
import io.millrace.load.TargetSession;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/**
 * A client of the JDK, and the requests that it has in flight. The client's threads complete them.
 *
 * <p>If a connection is lost before the response, that client resends a GET or HEAD request without telling the caller;
 * only a system property, which it reads once in a process, disables that.
 */
final class JdkHttpSession implements TargetSession {
    /** How often the client sends a request at most. */
    static final String MOST_ATTEMPTS = "jdk.httpclient.redirects.retrylimit";

    private static final Duration FAREWELL = Duration.ofSeconds(30);

    private final HttpClient client;
    private final JdkRequests requests;
    private final List<HttpOperation> kinds;
    private final Semaphore free;

    JdkHttpSession(HttpClient client, JdkRequests requests, List<HttpOperation> kinds, int inFlight) {
        this.client = client;
        this.requests = requests;
        this.kinds = kinds;
        this.free = new Semaphore(inFlight);
    }

    @Override
    public void issue(Operation operation) throws InterruptedException {
        HttpOperation kind = kinds.get(operation.kind());
        HttpRequest request = requests.of(kind, operation);
        free.acquire();
        boolean isSent = false;
        try {
            var _ = client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                    .whenComplete((response, error) -> {
                        // The next of this session may begin at once; the operation may be another one's after this.
                        end(operation, kind, response, error);
                        free.release();
                    });
            isSent = true;
        } finally {
            if (!isSent) {
                free.release();
            }
        }
    }

    private static void end(Operation operation, HttpOperation kind, HttpResponse<Void> response, Throwable error) {
        if (error != null) {
            operation.fail(cause(error));
        } else if (kind.isRight(response.statusCode())) {
            operation.complete();
        } else {
            operation.fail(new LoadException("server answered with an error status=" + response.statusCode()));
        }
    }

    /** Returns the cause of a failure: a client that may not resend reports that instead of the original error. */
    private static Throwable cause(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        boolean isLastAttempt = "Too many retries".equals(cause.getMessage()) && cause.getCause() != null;
        return isLastAttempt ? cause.getCause() : cause;
    }

    /** Gives up what is in flight. */
    @Override
    public void close() {
        client.shutdownNow();
        try {
            client.awaitTermination(FAREWELL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
