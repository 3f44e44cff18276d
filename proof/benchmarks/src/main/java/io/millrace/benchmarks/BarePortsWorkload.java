package io.millrace.benchmarks;

import java.nio.file.Path;

/** The libraries of the server without it: they echo requests of about the same length. */
public final class BarePortsWorkload extends PortsWorkload {

    @Override
    boolean has(ClientsSuite.Wire wire) {
        return true;
    }

    @Override
    Requests connect(Path directory, ClientsSuite.Wire wire, PortsSuite.Kind kind) throws Exception {
        return ServedRequests.connect(BareClientsServer.start(), wire);
    }

    @Override
    ClientsServer follow(Path directory) throws Exception {
        return BareClientsServer.start();
    }
}
