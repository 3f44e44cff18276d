package io.millrace.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A response. The server adds the headers that protect a page: content security policy, {@code nosniff}, no referrer,
 * no framing, and no embedding by other origins.
 *
 * @param status the HTTP status
 * @param contentType the content type, such as {@code application/json}
 * @param body the body; not copied, for reading alone
 * @param cache what a browser may keep of it
 * @param headers further headers by name
 */
public record WebResponse(int status, String contentType, ByteBuffer body, Cache cache, Map<String, String> headers) {

    /** The content type of JSON. */
    public static final String JSON = "application/json";

    private static final String TEXT = "text/plain; charset=utf-8";

    /** Checks that nothing is null, and copies the headers. */
    public WebResponse {
        Objects.requireNonNull(contentType, "contentType");
        body = body.asReadOnlyBuffer();
        Objects.requireNonNull(cache, "cache");
        headers = Map.copyOf(headers);
    }

    /** Returns a response of status 200 with JSON, which nothing keeps. */
    public static WebResponse json(String json) {
        return of(200, JSON, json);
    }

    /** Returns a response of status 200 with plain text, which nothing keeps. */
    public static WebResponse text(String text) {
        return of(200, TEXT, text);
    }

    /**
     * Returns a response of status 200 with bytes, which nothing keeps.
     *
     * @param contentType the content type
     * @param body the bytes, which are not changed any more
     */
    public static WebResponse bytes(String contentType, byte[] body) {
        return new WebResponse(200, contentType, ByteBuffer.wrap(body), Cache.NO_STORE, Map.of());
    }

    /**
     * Returns an error as JSON, {@code {"error":"message"}}.
     *
     * @param status the HTTP status
     * @param message what is wrong
     */
    public static WebResponse error(int status, String message) {
        return of(status, JSON, "{\"error\":" + JsonText.quoted(message) + "}");
    }

    /** Returns this response with another header. */
    public WebResponse withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new WebResponse(status, contentType, body, cache, more);
    }

    /** Returns this response with another HTTP status. */
    public WebResponse withStatus(int code) {
        return new WebResponse(code, contentType, body, cache, headers);
    }

    private static WebResponse of(int status, String contentType, String text) {
        return new WebResponse(
                status, contentType, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), Cache.NO_STORE, Map.of());
    }
}
