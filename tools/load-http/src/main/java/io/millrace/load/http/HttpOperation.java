package io.millrace.load.http;

import io.millrace.load.Operation;
import io.millrace.load.OperationSpec;
import io.millrace.load.Template;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/**
 * A kind of request.
 *
 * @param spec where it comes from
 * @param base what paths are resolved against
 * @param path the path, or null for that of the base
 * @param body the body, or null for none
 * @param contentType the type of the body, or empty
 * @param header one more header
 * @param status the status that is right, or 0 for each below 400
 */
record HttpOperation(
        OperationSpec spec,
        URI base,
        String method,
        Template path,
        Template body,
        String contentType,
        HttpHeader header,
        int status) {
    private static final int FIRST_ERROR = 400;
    private static final int LAST_STATUS = 599;

    static HttpOperation of(OperationSpec spec, URI base, HttpHeader header) {
        spec.allow("method", "path", "body", "content-type", "status");
        Template body = spec.field("body").orElse(null);
        String method = constant(spec, "method", body == null ? "GET" : "POST").toUpperCase(Locale.ROOT);
        if (method.isEmpty() || !method.chars().allMatch(ResponseParser::isToken) || method.equals("CONNECT")) {
            throw spec.problem("makes an invalid request method=" + method);
        }
        String type = constant(spec, "content-type", "");
        if (!HttpHeader.isValue(type)) {
            throw spec.problem("makes no request: content-type=" + type);
        }
        HttpOperation operation = new HttpOperation(
                spec, base, method, spec.field("path").orElse(null), body, type, header, status(spec));
        if (operation.hasConstantUri()) {
            operation.checkUri();
        }
        return operation;
    }

    private void checkUri() {
        try {
            uri(null);
        } catch (IllegalArgumentException e) {
            throw spec.problem("makes no request: " + e.getMessage());
        }
    }

    private static String constant(OperationSpec spec, String field, String otherwise) {
        Template template = spec.field(field).orElse(Template.parse(otherwise, List.of()));
        if (!template.isConstant()) {
            throw spec.problem("has a field that cannot change field=" + field + " value=" + template);
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
            throw spec.problem("has a status that is not a number status=" + text);
        }
        throw spec.problem("has a status out of range status=" + text + " limit=" + LAST_STATUS);
    }

    boolean hasConstantUri() {
        return path == null || path.isConstant();
    }

    /** Returns whether no value changes the request. */
    boolean isConstant() {
        return hasConstantUri() && (body == null || body.isConstant());
    }

    /**
     * Returns where a request goes, which is always to the server of the base.
     *
     * @throws IllegalArgumentException if the path makes no such address
     */
    URI uri(Operation operation) {
        URI uri = path == null ? base : base.resolve(path.text(operation));
        boolean isThere = base.getScheme().equalsIgnoreCase(uri.getScheme())
                && base.getHost().equalsIgnoreCase(uri.getHost())
                && base.getPort() == uri.getPort();
        if (!isThere) {
            throw new IllegalArgumentException("path leads to another server uri=" + uri + " server=" + base);
        }
        return uri;
    }

    boolean isRight(int answered) {
        return status == 0 ? answered < FIRST_ERROR : answered == status;
    }
}
