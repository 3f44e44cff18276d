package io.millrace.load.http;

import io.millrace.load.Operation;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Makes requests for the client of the JDK; those that no value changes only once. For one thread. */
final class JdkRequests {
    private final HttpClient.Version version;
    private final long timeoutMs;
    private final Map<HttpOperation, HttpRequest> constants = new HashMap<>();

    JdkRequests(HttpClient.Version version, long timeoutMs) {
        this.version = version;
        this.timeoutMs = timeoutMs;
    }

    /** Checks what the client's own rules say to a kind of request. */
    void check(HttpOperation kind) {
        if (!kind.isConstant()) {
            return;
        }
        try {
            constants.put(kind, make(kind, null));
        } catch (IllegalArgumentException e) {
            throw kind.spec().problem("makes no request: " + e.getMessage());
        }
    }

    HttpRequest of(HttpOperation kind, Operation operation) {
        return kind.isConstant() ? constants.get(kind) : make(kind, operation);
    }

    private HttpRequest make(HttpOperation kind, Operation operation) {
        HttpRequest.Builder builder =
                HttpRequest.newBuilder(kind.uri(operation)).version(version);
        if (timeoutMs > 0) {
            builder.timeout(Duration.ofMillis(timeoutMs));
        }
        if (!kind.contentType().isEmpty()) {
            builder.header("Content-Type", kind.contentType());
        }
        if (!kind.header().name().isEmpty()) {
            builder.header(kind.header().name(), kind.header().value());
        }
        HttpRequest.BodyPublisher content = kind.body() == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(kind.body().text(operation));
        return builder.method(kind.method(), content).build();
    }
}
