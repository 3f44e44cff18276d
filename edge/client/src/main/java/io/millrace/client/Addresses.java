package io.millrace.client;

import java.util.ArrayList;
import java.util.List;

/**
 * The addresses at which a server may be, such as those of a host and of its spare. An attempt to connect tries each,
 * beginning with the one that has served the client last.
 */
final class Addresses implements ClientLoop.Connecting {

    private final List<Connector> connectors;

    /** The number of the address that is tried first; used by the thread that connects. */
    private int first;

    private Addresses(List<Connector> connectors) {
        this.connectors = connectors;
    }

    /**
     * Returns the addresses of some options.
     *
     * @throws ClientException where an address is of no kind that is known, or a header cannot carry the token
     */
    static Addresses of(ClientOptions options) {
        return new Addresses(
                options.uris().stream().map(uri -> Connector.of(options, uri)).toList());
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
}
