package io.millrace.client;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The addresses at which a server may be, such as those of a host and of its spare. An attempt to connect tries each,
 * beginning with the one that has served the client last.
 */
final class Addresses implements ClientLoop.Connecting {

    private final List<Connector> connectors;
    private final String text;

    /** The number of the address that is tried first; used by the thread that connects. */
    private int first;

    private Addresses(List<Connector> connectors, String text) {
        this.connectors = connectors;
        this.text = text;
    }

    /**
     * Returns the addresses of some options.
     *
     * @throws ClientException where an address is of no kind that is known, or a header cannot carry the token
     */
    static Addresses of(ClientOptions options) {
        return new Addresses(
                options.uris().stream().map(uri -> Connector.of(options, uri)).toList(),
                options.uris().stream().map(URI::toString).collect(Collectors.joining(", ")));
    }

    @Override
    public Connection connect(ServerMessages received) throws InterruptedException {
        List<ClientException> failed = new ArrayList<>();
        for (int tried = 0; tried < connectors.size(); tried++) {
            try {
                return connectors.get(first).connect(received);
            } catch (ClientException e) {
                failed.add(e);
                next();
            }
        }
        ClientException reason = failed.removeFirst();
        failed.forEach(reason::addSuppressed);
        throw reason;
    }

    @Override
    public void next() {
        first = (first + 1) % connectors.size();
    }

    /** Ends an attempt to connect, and lets none begin; does not wait. */
    void close() {
        connectors.forEach(Connector::close);
    }

    /** Returns the addresses, as in {@code tcp://a:1, tcp://b:1}. */
    @Override
    public String toString() {
        return text;
    }
}
