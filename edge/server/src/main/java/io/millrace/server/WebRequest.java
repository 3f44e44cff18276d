package io.millrace.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A request that passed the checks of host, origin and token.
 *
 * @param method {@code GET} or {@code POST}; a {@code HEAD} is answered like a {@code GET} without its body
 * @param path the decoded path, such as {@code /api/channel/bars}
 * @param rest what follows the path of the route where that ends with {@code *}, such as {@code bars}; else empty
 * @param query the decoded parameters of the query by name; of a repeated one, the first value
 * @param headers the headers by their names in lower case, for what the handler needs; values are not checked
 * @param body the body; empty for a {@code GET}; for reading alone
 * @param remote the address of the client, such as {@code 127.0.0.1:40312}
 * @param principal the name of the owner of its token; empty where it has none or the server has one token
 */
public record WebRequest(
        String method,
        String path,
        String rest,
        Map<String, String> query,
        Map<String, String> headers,
        ByteBuffer body,
        String remote,
        String principal) {

    /** Copies the maps. */
    public WebRequest {
        body = body.asReadOnlyBuffer();
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /** Returns a parameter of the query that is there and not empty. */
    public Optional<String> parameter(String name) {
        return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
    }

    /**
     * Returns a parameter of the query.
     *
     * @throws RefusedException with status 400 where it is missing or empty
     */
    public String required(String name) {
        return parameter(name)
                .orElseThrow(() -> new RefusedException(400, "request needs a parameter parameter=" + name));
    }

    /** Returns the body as text in UTF-8. */
    public String text() {
        return StandardCharsets.UTF_8.decode(body.duplicate()).toString();
    }
}
