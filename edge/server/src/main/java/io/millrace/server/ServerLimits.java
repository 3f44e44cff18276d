package io.millrace.server;

import java.time.Duration;

/**
 * What clients may take of the server.
 *
 * @param maxBodyBytes the greatest body of a request in bytes; a longer one is answered with status 413
 * @param maxHeaderBytes the greatest size of the headers of a request in bytes; longer ones are answered with 431
 * @param maxMessageBytes the greatest WebSocket message that a client may send in bytes; a longer one ends its session
 *     with code 1009
 * @param maxConnections how many connections may be open; a further one is answered with status 503, or closed at once
 * @param maxSessions how many WebSocket sessions may be open at each path; a further one is answered with status 503
 * @param maxOutgoingFrames how many frames may wait for one client; a further one ends its session
 * @param idleTimeout how long a connection may be idle, and how long a response may wait for a client that reads
 *     nothing
 * @param headerTimeout how long a client may take to send the headers of a request from their first byte
 * @param readTimeout how long a WebSocket frame may wait for a client that does not read, before its session ends
 * @param sessionIdleTimeout how long a WebSocket session may pass without a message in either direction
 */
public record ServerLimits(
        int maxBodyBytes,
        int maxHeaderBytes,
        int maxMessageBytes,
        int maxConnections,
        int maxSessions,
        int maxOutgoingFrames,
        Duration idleTimeout,
        Duration headerTimeout,
        Duration readTimeout,
        Duration sessionIdleTimeout) {

    private static final ServerLimits DEFAULTS = new ServerLimits(
            1 << 20,
            16 << 10,
            64 << 10,
            1024,
            256,
            64,
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMinutes(5));

    /** Checks that everything is more than zero. */
    public ServerLimits {
        positive("maxBodyBytes", maxBodyBytes);
        positive("maxHeaderBytes", maxHeaderBytes);
        positive("maxMessageBytes", maxMessageBytes);
        positive("maxConnections", maxConnections);
        positive("maxSessions", maxSessions);
        positive("maxOutgoingFrames", maxOutgoingFrames);
        positive("idleTimeout", idleTimeout.toMillis());
        positive("headerTimeout", headerTimeout.toMillis());
        positive("readTimeout", readTimeout.toMillis());
        positive("sessionIdleTimeout", sessionIdleTimeout.toMillis());
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new ServerException("limit must be more than zero " + name + "=" + value);
        }
    }

    /**
     * Returns 1 MiB for a body, 16 KiB for headers, 64 KiB for a message, 1,024 connections, 256 sessions at a path, 64
     * frames, 30 s idle, 10 s for headers, 20 s for a frame that is not read, and 5 minutes for a silent session.
     */
    public static ServerLimits defaults() {
        return DEFAULTS;
    }

    /** Returns these limits with another greatest body of a request. */
    public ServerLimits withMaxBodyBytes(int bytes) {
        return new ServerLimits(
                bytes,
                maxHeaderBytes,
                maxMessageBytes,
                maxConnections,
                maxSessions,
                maxOutgoingFrames,
                idleTimeout,
                headerTimeout,
                readTimeout,
                sessionIdleTimeout);
    }

    /** Returns these limits with another greatest WebSocket message of a client. */
    public ServerLimits withMaxMessageBytes(int bytes) {
        return new ServerLimits(
                maxBodyBytes,
                maxHeaderBytes,
                bytes,
                maxConnections,
                maxSessions,
                maxOutgoingFrames,
                idleTimeout,
                headerTimeout,
                readTimeout,
                sessionIdleTimeout);
    }

    /**
     * Returns these limits with other numbers of connections and sessions.
     *
     * @param connections how many connections may be open
     * @param sessions how many sessions may be open at each path
     */
    public ServerLimits withConnections(int connections, int sessions) {
        return new ServerLimits(
                maxBodyBytes,
                maxHeaderBytes,
                maxMessageBytes,
                connections,
                sessions,
                maxOutgoingFrames,
                idleTimeout,
                headerTimeout,
                readTimeout,
                sessionIdleTimeout);
    }

    /**
     * Returns these limits with another number of frames.
     *
     * @param frames how many frames may wait for one client
     */
    public ServerLimits withMaxOutgoingFrames(int frames) {
        return new ServerLimits(
                maxBodyBytes,
                maxHeaderBytes,
                maxMessageBytes,
                maxConnections,
                maxSessions,
                frames,
                idleTimeout,
                headerTimeout,
                readTimeout,
                sessionIdleTimeout);
    }

    /**
     * Returns these limits with other times.
     *
     * @param idle how long a connection may be idle
     * @param header how long the headers of a request may take
     * @param read how long a frame may wait for a client that does not read
     */
    public ServerLimits withTimeouts(Duration idle, Duration header, Duration read) {
        return new ServerLimits(
                maxBodyBytes,
                maxHeaderBytes,
                maxMessageBytes,
                maxConnections,
                maxSessions,
                maxOutgoingFrames,
                idle,
                header,
                read,
                sessionIdleTimeout);
    }
}
