package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionServer;
import io.millrace.interaction.ReconnectOptions;
import io.millrace.interaction.ReconnectingClient;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;

/** Connecting again over TCP, in BINARY. */
class ReconnectingTcpTest extends ReconnectingContract {

    private TcpServer tcp;

    LinkOptions serverLink() {
        return LinkOptions.defaults().withErrorHandler(_ -> {}); // connections are cut
    }

    LinkOptions clientLink() {
        return LinkOptions.defaults();
    }

    @Override
    int listen(InteractionServer toServe) {
        tcp = TcpServer.start(HostPort.parse("127.0.0.1:0"), serverLink(), toServe);
        return tcp.address().port();
    }

    @Override
    ReconnectingClient connect(ClientOptions options, ReconnectOptions reconnect) {
        return TcpSession.reconnecting(proxy.address(), clientLink(), options, reconnect);
    }

    @Override
    void stop() {
        tcp.close();
    }
}
