package io.millrace.load.http;

import io.millrace.load.Operation;
import io.millrace.load.OperationSpec;
import io.millrace.load.Template;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * A kind of request.
 *
 * @param spec where it comes from
 * @param base what paths are resolved against
 * @param head a request with everything but the address and the body
 * @param path the path, or null for that of the base
 * @param body the body, or null for none
 * @param status the status that is right, or 0 for each below 400
 * @param constant the request where no value changes it, or null
 */
record HttpOperation(
        OperationSpec spec,
        URI base,
        Supplier<HttpRequest.Builder> head,
        String method,
        Template path,
        Template body,
        int status,
        HttpRequest constant) {
    private static final int FIRST_ERROR = 400;
    private static final int LAST_STATUS = 599;

    static HttpOperation of(OperationSpec spec, URI base, HttpClient.Version version, long timeoutMs, String header) {
        spec.allow("method", "path", "body", "content-type", "status");
        String type = constant(spec, "content-type", "");
        Supplier<HttpRequest.Builder> head = () -> {
            HttpRequest.Builder builder = HttpRequest.newBuilder().version(version);
            if (timeoutMs > 0) {
                builder.timeout(Duration.ofMillis(timeoutMs));
            }
            if (!type.isEmpty()) {
                builder.header("Content-Type", type);
            }
            if (!header.isEmpty()) {
                int colon = header.indexOf(':');
                builder.header(
                        header.substring(0, colon).strip(),
                        header.substring(colon + 1).strip());
            }
            return builder;
        };
        Template path = spec.field("path").orElse(null);
        Template body = spec.field("body").orElse(null);
        HttpOperation operation = new HttpOperation(
                spec,
                base,
                head,
                constant(spec, "method", body == null ? "GET" : "POST").toUpperCase(Locale.ROOT),
                path,
                body,
                status(spec),
                null);
        return isConstant(path) && isConstant(body) ? operation.constantly() : operation;
    }

    private static boolean isConstant(Template template) {
        return template == null || template.isConstant();
    }

    private HttpOperation constantly() {
        try {
            return new HttpOperation(spec, base, head, method, path, body, status, make(null));
        } catch (IllegalArgumentException e) {
            throw spec.problem("makes no request: " + e.getMessage());
        }
    }

    private static String constant(OperationSpec spec, String field, String otherwise) {
        Template template = spec.field(field).orElse(Template.parse(otherwise, List.of()));
        if (!template.isConstant()) {
            throw spec.problem("has a field that cannot change: field=" + field + " value=" + template);
        }
        return template.text(null);
    }

    private static int status(OperationSpec spec) {
        String text = constant(spec, "status", "0");
        try {
            int status = Integer.parseInt(text);
            if (status >= 0 && status <= LAST_STATUS) {
                return status;
            }
        } catch (NumberFormatException e) {
            throw spec.problem("has no number as its status: status=" + text);
        }
        throw spec.problem("has a status out of range: status=" + text + " limit=" + LAST_STATUS);
    }

    HttpRequest request(Operation operation) {
        return constant == null ? make(operation) : constant;
    }

    private HttpRequest make(Operation operation) {
        URI uri = path == null ? base : base.resolve(path.text(operation));
        HttpRequest.BodyPublisher content = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body.text(operation));
        return head.get().uri(uri).method(method, content).build();
    }

    boolean isRight(int answered) {
        return status == 0 ? answered < FIRST_ERROR : answered == status;
    }
}
