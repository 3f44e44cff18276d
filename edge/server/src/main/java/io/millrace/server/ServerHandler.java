package io.millrace.server;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Answers every request: checks it, finds its route, and keeps errors of handlers to the request that met them. */
final class ServerHandler extends Handler.Abstract {

    private static final String ROOT = "/";
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);
    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";

    private final RouteTable routes;
    private final RequestGuard guard;
    private final ServerLimits limits;
    private final Counters counters;
    private final ErrorReports reports;
    private final ConnectionWatch connections;
    private final SocketSessions sessions;

    ServerHandler(
            RouteTable routes,
            RequestGuard guard,
            ServerLimits limits,
            Counters counters,
            ErrorReports reports,
            ConnectionWatch connections,
            SocketSessions sessions) {
        this.routes = routes;
        this.guard = guard;
        this.limits = limits;
        this.counters = counters;
        this.reports = reports;
        this.connections = connections;
        this.sessions = sessions;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        counters.requests.increment();
        connections.begins(request.getConnectionMetaData().getConnection());
        Callback ended = Callback.from(
                () -> connections.ended(request.getConnectionMetaData().getConnection()), callback);
        try {
            if (connections.isOverLimit(request.getConnectionMetaData().getConnection())) {
                counters.refused.increment();
                close(response);
                send(
                        request,
                        response,
                        ended,
                        WebResponse.error(
                                503, "too many connections are open maxConnections=" + limits.maxConnections()));
            } else {
                dispatch(request, response, ended);
            }
        } catch (RefusedException e) {
            counters.refused.increment();
            send(request, response, ended, WebResponse.error(e.status(), String.valueOf(e.getMessage())));
        } catch (Throwable e) {
            failed(request, response, ended, e);
        }
        return true;
    }

    private void dispatch(Request request, Response response, Callback callback) throws Exception {
        String path = path(request);
        Headers headers = new Headers(request);
        Optional<WebSocketEndpoint> endpoint = routes.endpoint(path);
        if (endpoint.isPresent()) {
            open(endpoint.get(), path, request, response, callback);
            return;
        }
        Optional<RouteTable.Match> match = routes.find(path);
        String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
        Optional<RouteTable.Route> route = match.map(found -> found.methods().get(method));
        Optional<WebResponse> refusal =
                guard.refusal(headers, route.map(RouteTable.Route::access).orElse(Access.OPEN));
        if (refusal.isPresent()) {
            refuse(request, response, callback, refusal.get());
        } else if (match.isEmpty()) {
            send(request, response, callback, WebResponse.error(404, "there is no such path path=" + path));
        } else if (route.isEmpty()) {
            send(
                    request,
                    response,
                    callback,
                    WebResponse.error(405, "method is not allowed here method=" + request.getMethod())
                            .withHeader("Allow", match.get().allowed()));
        } else {
            String token =
                    path.equals(ROOT) ? webRequest(request, "", EMPTY).query().get("token") : null;
            if (token != null) {
                WebResponse entered = guard.enter(token);
                if (entered.status() >= 400) {
                    counters.refused.increment();
                }
                send(request, response, callback, entered);
            } else {
                answer(route.get(), match.get().rest(), request, response, callback);
            }
        }
    }

    private static String path(Request request) {
        try {
            String path = request.getHttpURI().getDecodedPath();
            if (path != null) {
                return path;
            }
        } catch (RuntimeException e) {
            throw new RefusedException(400, "path cannot be decoded reason=" + e.getMessage());
        }
        throw new RefusedException(400, "request has no path");
    }

    private void refuse(Request request, Response response, Callback callback, WebResponse refusal) {
        counters.refused.increment();
        if (request.getLength() != 0) {
            close(response); // the body is not read
        }
        send(request, response, callback, refusal);
    }

    private void answer(RouteTable.Route route, String rest, Request request, Response response, Callback callback) {
        if (request.getMethod().equals("POST")) {
            new BodyReader(
                            request,
                            limits.maxBodyBytes(),
                            body -> call(route.handler(), rest, ByteBuffer.wrap(body), request, response, callback),
                            () -> tooLong(request, response, callback),
                            failure -> {
                                close(response);
                                send(
                                        request,
                                        response,
                                        callback,
                                        WebResponse.error(400, "body of the request cannot be read reason=" + failure));
                            })
                    .run();
        } else {
            call(route.handler(), rest, EMPTY, request, response, callback);
        }
    }

    private void tooLong(Request request, Response response, Callback callback) {
        counters.refused.increment();
        close(response);
        send(
                request,
                response,
                callback,
                WebResponse.error(413, "body of the request is too long maxBodyBytes=" + limits.maxBodyBytes()));
    }

    private void call(
            WebHandler handler, String rest, ByteBuffer body, Request request, Response response, Callback callback) {
        WebResponse answer;
        try {
            answer = handler.handle(webRequest(request, rest, body));
            if (answer == null) {
                throw new IllegalStateException("a handler returned no response");
            }
        } catch (RefusedException e) {
            answer = WebResponse.error(e.status(), String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            failed(request, response, callback, e);
            return;
        }
        send(request, response, callback, answer);
    }

    private void failed(Request request, Response response, Callback callback, Throwable error) {
        if (error instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        reports.report(request.getMethod() + " " + request.getHttpURI().getPath(), error);
        if (response.isCommitted()) {
            callback.failed(error);
            return;
        }
        response.reset();
        send(request, response, callback, WebResponse.error(500, "the server has an error, see its log"));
    }

    private void open(WebSocketEndpoint endpoint, String path, Request request, Response response, Callback callback)
            throws Exception {
        Optional<WebResponse> refusal = guard.sessionRefusal(new Headers(request));
        if (refusal.isPresent()) {
            refuse(request, response, callback, refusal.get());
            return;
        }
        if (sessions.isFull(path)) {
            counters.refused.increment();
            send(
                    request,
                    response,
                    callback,
                    WebResponse.error(503, "too many sessions are open maxSessions=" + limits.maxSessions()));
            return;
        }
        boolean upgraded =
                sessions.upgrade(endpoint, path, webRequest(request, "", EMPTY), request, response, callback);
        if (!upgraded) {
            send(
                    request,
                    response,
                    callback,
                    WebResponse.error(426, "this path is for WebSocket sessions path=" + path)
                            .withHeader("Upgrade", "websocket"));
        }
    }

    private WebRequest webRequest(Request request, String rest, ByteBuffer body) {
        Map<String, String> query = new HashMap<>();
        try {
            for (Fields.Field field : Request.extractQueryParameters(request)) {
                query.put(field.getName(), field.getValue());
            }
        } catch (RuntimeException e) {
            throw new RefusedException(400, "query cannot be decoded reason=" + e.getMessage());
        }
        Map<String, String> headers = new HashMap<>();
        for (HttpField field : request.getHeaders()) {
            if (field.getValue() != null) {
                headers.putIfAbsent(field.getName().toLowerCase(Locale.ROOT), field.getValue());
            }
        }
        String remote = Request.getRemoteAddr(request) + ":" + Request.getRemotePort(request);
        return new WebRequest(
                request.getMethod(),
                request.getHttpURI().getDecodedPath(),
                rest,
                query,
                headers,
                body,
                remote,
                guard.principal(new Headers(request)).orElse(""));
    }

    private static void close(Response response) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }

    private static void send(Request request, Response response, Callback callback, WebResponse answer) {
        response.setStatus(answer.status());
        HttpFields.Mutable headers = response.getHeaders();
        headers.put("Cache-Control", answer.cache().header());
        protect(headers);
        answer.headers().forEach(headers::put);
        boolean hasBody = answer.status() != 304 && answer.status() != 204;
        if (hasBody) {
            headers.put(HttpHeader.CONTENT_TYPE, answer.contentType());
            headers.put(HttpHeader.CONTENT_LENGTH, answer.body().remaining());
        }
        boolean sendsBody = hasBody && !request.getMethod().equals("HEAD");
        response.write(true, sendsBody ? answer.body().duplicate() : null, callback);
    }

    /** Puts the headers that protect a page and its data from other pages. */
    static void protect(HttpFields.Mutable headers) {
        headers.put("Content-Security-Policy", CONTENT_SECURITY_POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
    }

    /** The headers of a request of the server. */
    private record Headers(Request request) implements RequestGuard.HeaderView {

        @Override
        public List<String> all(String name) {
            return request.getHeaders().getValuesList(name);
        }

        @Override
        public List<String> cookies(String name) {
            return Request.getCookies(request).stream()
                    .filter(cookie -> cookie.getName().equals(name))
                    .map(HttpCookie::getValue)
                    .toList();
        }
    }
}
