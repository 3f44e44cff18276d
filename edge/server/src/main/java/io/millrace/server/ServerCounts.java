package io.millrace.server;

/**
 * What a server has counted since its start.
 *
 * @param connections connections that are open
 * @param sessions WebSocket sessions that are open
 * @param requests requests, refused ones included
 * @param refused requests that were refused for their host, origin, token or size, and connections over the limit
 * @param slowReaders sessions that were ended because the client did not read
 * @param slowHeaders connections that were closed because the headers of a request took too long
 * @param errors errors of handlers
 */
public record ServerCounts(
        long connections,
        long sessions,
        long requests,
        long refused,
        long slowReaders,
        long slowHeaders,
        long errors) {}
