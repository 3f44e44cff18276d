package io.millrace.remote;

import io.millrace.interaction.ClientOptions;
import io.millrace.wire.WireFormat;

/** Over TCP, as JSON. */
class TcpTextInteractionTest extends TcpInteractionTest {

    @Override
    ClientOptions options() {
        return super.options().withFormat(WireFormat.JSON);
    }
}
