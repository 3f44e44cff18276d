package io.millrace.load.http;

import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Target;
import io.millrace.load.TargetAddress;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetSession;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.nio.channels.Selector;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;

/**
 * A server. Each session has connections of its own: with HTTP/2 one, with HTTP/1.1 as many as it has operations in
 * flight. An answer counts once its body is here. HTTP/1.1 without encryption has a client of this module; for the
 * rest there is that of the JDK.
 *
 * <p>How many may be in flight is bounded, as sockets are, and as servers allow about a hundred streams on a
 * connection; at the bound a session waits, which makes the next operations late and shows as waiting time.
 */
final class HttpTarget implements Target {
    private static final int DEFAULT_PORT = 80;
    private static final int IN_FLIGHT = 256;
    private static final int STREAMS = 100;
    private static final int MOST_IN_FLIGHT = 100_000;
    private static final long DAY_MS = 86_400_000;

    private final URI base;
    private final boolean isPlain;
    private final HttpClient.Version version;
    private final int inFlight;
    private final long timeoutMs;
    private final HttpHeader header;

    HttpTarget(TargetOptions options) {
        options.allow("version", "in-flight", "timeout-ms", "header");
        base = uri(options.url());
        if (base.getHost() == null) {
            throw new LoadException("the URL has no host target=" + options.url());
        }
        String wanted = options.value("version", "1.1").toLowerCase(Locale.ROOT);
        version = switch (wanted) {
            case "1.1" -> HttpClient.Version.HTTP_1_1;
            case "2" -> HttpClient.Version.HTTP_2;
            default -> throw new LoadException("unknown HTTP version version=" + wanted + " known=[1.1, 2]");
        };
        int usual = version == HttpClient.Version.HTTP_2 ? STREAMS : IN_FLIGHT;
        inFlight = (int) options.number("in-flight", usual, 1, MOST_IN_FLIGHT);
        timeoutMs = options.number("timeout-ms", 0, 0, DAY_MS);
        header = HttpHeader.parse(options.value("header", ""));
        isPlain = version == HttpClient.Version.HTTP_1_1 && options.scheme().equals("http");
        if (!isPlain && !"1".equals(System.getProperty(JdkHttpSession.MOST_ATTEMPTS))) {
            throw new LoadException("the client of the JDK would resend lost requests"
                    + " uncounted; set the"
                    + " system property " + JdkHttpSession.MOST_ATTEMPTS + "=1 target=" + options.url());
        }
    }

    static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new LoadException("not a URL url=" + text, e);
        }
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) throws IOException {
        List<HttpOperation> kinds = kinds(operations);
        if (!isPlain) {
            return jdkSession(kinds);
        }
        RequestEncoder encoder = new RequestEncoder(base, kinds);
        Semaphore free = new Semaphore(inFlight);
        return ThreadedHttpSession.start(loop(free::release), encoder, kinds, free);
    }

    @Override
    public TargetSession prepareForIssuer(List<OperationSpec> operations) throws IOException {
        List<HttpOperation> kinds = kinds(operations);
        if (!isPlain) {
            return jdkSession(kinds);
        }
        RequestEncoder encoder = new RequestEncoder(base, kinds);
        return new PolledHttpSession(loop(() -> {}), encoder, kinds);
    }

    private List<HttpOperation> kinds(List<OperationSpec> operations) {
        return operations.stream()
                .map(operation -> HttpOperation.of(operation, base, header))
                .toList();
    }

    private HttpLoop loop(Runnable onRoom) throws IOException {
        String host = base.getHost().startsWith("[")
                ? base.getHost().substring(1, base.getHost().length() - 1)
                : base.getHost();
        InetSocketAddress address = TargetAddress.find(host, base.getPort() < 0 ? DEFAULT_PORT : base.getPort());
        return new HttpLoop(Selector.open(), address, inFlight, timeoutMs, onRoom);
    }

    private TargetSession jdkSession(List<HttpOperation> kinds) {
        JdkRequests requests = new JdkRequests(version, timeoutMs);
        kinds.forEach(requests::check);
        HttpClient client = HttpClient.newBuilder()
                .version(version)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        return new JdkHttpSession(client, requests, kinds, inFlight);
    }
}
