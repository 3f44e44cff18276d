package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionServer;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;

/** Over TCP, in BINARY. */
class TcpInteractionTest extends RemoteContract {

    private TcpServer tcp;

    @Override
    void listen(InteractionServer toServe) {
        tcp = TcpServer.start(HostPort.parse("127.0.0.1:0"), LinkOptions.defaults(), toServe);
    }

    @Override
    InteractionClient connect(ClientOptions options) {
        return TcpSession.client(tcp.address(), LinkOptions.defaults(), options);
    }

    @Override
    void stop() {
        tcp.close();
    }
}
