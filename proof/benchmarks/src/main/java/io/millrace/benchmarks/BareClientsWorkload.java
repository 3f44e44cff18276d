package io.millrace.benchmarks;

import java.nio.file.Path;

/** The libraries of the server without it: a link of TCP and a WebSocket of Jetty, which echo or send to all. */
public final class BareClientsWorkload extends ClientsWorkload {

    @Override
    ClientsServer start(Path directory) throws Exception {
        return BareClientsServer.start();
    }
}
