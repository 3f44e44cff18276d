package io.millrace.load.http;

import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetSession;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Locale;

/**
 * A server. Each session has a client of its own: with HTTP/2 a connection, with HTTP/1.1 as many as it has operations
 * in flight. An answer counts once its body is here.
 *
 * <p>How many may be in flight is bounded, as sockets are, and as servers allow about a hundred streams on a
 * connection; at the bound a session waits, which makes the next operations late and shows as waiting time.
 */
final class HttpTarget implements Target {
    private static final int IN_FLIGHT = 256;
    private static final int STREAMS = 100;
    private static final int MOST_IN_FLIGHT = 100_000;
    private static final long DAY_MS = 86_400_000;

    private final URI base;
    private final HttpClient.Version version;
    private final int inFlight;
    private final long timeoutMs;
    private final String header;

    HttpTarget(TargetOptions options) {
        options.allow("version", "in-flight", "timeout-ms", "header");
        base = uri(options.url());
        if (base.getHost() == null) {
            throw new LoadException("a URL without a host: target=" + options.url());
        }
        String wanted = options.value("version", "1.1").toLowerCase(Locale.ROOT);
        version = switch (wanted) {
            case "1.1" -> HttpClient.Version.HTTP_1_1;
            case "2" -> HttpClient.Version.HTTP_2;
            default -> throw new LoadException("no such version of HTTP: version=" + wanted + " known=[1.1, 2]");
        };
        int usual = version == HttpClient.Version.HTTP_2 ? STREAMS : IN_FLIGHT;
        inFlight = (int) options.number("in-flight", usual, 1, MOST_IN_FLIGHT);
        timeoutMs = options.number("timeout-ms", 0, 0, DAY_MS);
        header = options.value("header", "");
        if (!header.isEmpty() && header.indexOf(':') < 1) {
            throw new LoadException("a header is NAME: VALUE: header=" + header);
        }
    }

    static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new LoadException("not a URL: url=" + text, e);
        }
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) {
        List<HttpOperation> kinds = operations.stream()
                .map(operation -> HttpOperation.of(operation, base, version, timeoutMs, header))
                .toList();
        HttpClient client = HttpClient.newBuilder()
                .version(version)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        return new HttpSession(client, kinds, inFlight);
    }
}
