package io.millrace.client;

import io.millrace.topology.RunningTopology;

/** Clients by WebSocket. */
class WebSocketClientTest extends ClientContract {

    @Override
    String address(RunningTopology running) {
        return EchoTopology.detail(running, "address");
    }

    @Override
    String addressAt(int port) {
        return "ws://127.0.0.1:" + port;
    }
}
