package io.millrace.load.http;

import io.millrace.load.LoadException;
import io.millrace.load.Operation;
import io.millrace.load.TargetSession;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/** A client, and the requests that it has in flight. The client's threads complete them. */
final class HttpSession implements TargetSession {
    private static final Duration FAREWELL = Duration.ofSeconds(30);

    private final HttpClient client;
    private final List<HttpOperation> kinds;
    private final Semaphore free;

    HttpSession(HttpClient client, List<HttpOperation> kinds, int inFlight) {
        this.client = client;
        this.kinds = kinds;
        this.free = new Semaphore(inFlight);
    }

    @Override
    public void issue(Operation operation) throws InterruptedException {
        HttpOperation kind = kinds.get(operation.kind());
        free.acquire();
        boolean isSent = false;
        try {
            var _ = client.sendAsync(kind.request(operation), HttpResponse.BodyHandlers.discarding())
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
            boolean isWrapped = error instanceof CompletionException && error.getCause() != null;
            operation.fail(isWrapped ? error.getCause() : error);
        } else if (kind.isRight(response.statusCode())) {
            operation.complete();
        } else {
            operation.fail(new LoadException("answered with an error: status=" + response.statusCode()));
        }
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
