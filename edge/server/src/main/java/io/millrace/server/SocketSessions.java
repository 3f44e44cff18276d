package io.millrace.server;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;

/** The open WebSocket sessions: upgrades requests, keeps the limit at each path, and ends slow readers. Any thread. */
final class SocketSessions {

    /** Frames that are sent together are written at once up to this size. */
    private static final int OUTPUT_BYTES = 1 << 14;

    private static final String DEFLATE = "permessage-deflate";

    private final WebSocketMappings mappings;
    private final Compression compression;
    private final ServerLimits limits;
    private final Counters counters;
    private final ErrorReports reports;
    private final Set<SocketSession> open = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicInteger> byPath = new ConcurrentHashMap<>();

    SocketSessions(
            WebSocketMappings mappings,
            Compression compression,
            ServerLimits limits,
            Counters counters,
            ErrorReports reports) {
        this.mappings = mappings;
        this.compression = compression;
        this.limits = limits;
        this.counters = counters;
        this.reports = reports;
    }

    boolean isFull(String path) {
        AtomicInteger count = byPath.get(path);
        return count != null && count.get() >= limits.maxSessions();
    }

    /** Upgrades a request; returns false where it does not ask for that, and then has not answered it. */
    boolean upgrade(
            WebSocketEndpoint endpoint,
            String path,
            WebRequest opening,
            Request request,
            Response response,
            Callback callback)
            throws Exception {
        WebSocketNegotiator negotiator = new WebSocketNegotiator.AbstractNegotiator() {
            @Override
            public FrameHandler negotiate(
                    ServerUpgradeRequest upgrade, ServerUpgradeResponse answer, Callback negotiated) {
                answer.setExtensions(extensions(upgrade));
                return new SocketSession(SocketSessions.this, endpoint, path, opening, reports);
            }
        };
        return mappings.upgrade(negotiator, request, response, callback, this::customize);
    }

    /** Returns the extensions that a session uses; for clients on this machine compressing costs more than it saves. */
    private List<ExtensionConfig> extensions(ServerUpgradeRequest upgrade) {
        return compression == Compression.NONE
                ? List.of()
                : upgrade.getExtensions().stream()
                        .filter(extension -> extension.getName().equals(DEFLATE))
                        .limit(1)
                        .toList();
    }

    private void customize(Configuration session) {
        session.setIdleTimeout(limits.sessionIdleTimeout());
        session.setMaxTextMessageSize(limits.maxMessageBytes());
        session.setMaxBinaryMessageSize(limits.maxMessageBytes());
        session.setMaxFrameSize(limits.maxMessageBytes());
        session.setAutoFragment(true); // of what is sent; the session adds up what it receives
        session.setOutputBufferSize(OUTPUT_BYTES);
        session.setMaxOutgoingFrames(limits.maxOutgoingFrames());
    }

    /** Counts a session that opens; returns false where there are too many. */
    boolean opened(SocketSession session) {
        AtomicInteger count = byPath.computeIfAbsent(session.path(), _ -> new AtomicInteger());
        open.add(session);
        counters.sessions.incrementAndGet();
        return count.incrementAndGet() <= limits.maxSessions();
    }

    void closed(SocketSession session) {
        if (open.remove(session)) {
            counters.sessions.decrementAndGet();
            byPath.get(session.path()).decrementAndGet();
        }
    }

    int maxMessageBytes() {
        return limits.maxMessageBytes();
    }

    void slowReader() {
        counters.slowReaders.increment();
    }

    /** Ends the sessions whose clients do not read; called by one thread, about once a second. */
    void sweep(long nowNs) {
        long timeoutNs = limits.readTimeout().toNanos();
        for (SocketSession session : open) {
            if (session.waitsNs(nowNs) > timeoutNs) {
                session.endStalled("client does not read readTimeout=" + limits.readTimeout());
            }
            session.abortIfUnanswered(nowNs);
        }
    }

    void closeAll(SessionEnd end) {
        open.forEach(session -> session.close(end));
    }

    boolean isEmpty() {
        return open.isEmpty();
    }
}
