package io.millrace.client;

import io.millrace.topology.RunningTopology;

/** Clients by TCP. */
class TcpClientTest extends ClientContract {

    @Override
    String address(RunningTopology running) {
        return "tcp://" + EchoTopology.detail(running, "tcpAddress");
    }

    @Override
    String addressAt(int port) {
        return "tcp://127.0.0.1:" + port;
    }
}
