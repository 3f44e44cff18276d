package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class TargetAddressTest {

    @Test
    void theAddressThatAcceptsIsFoundWhicheverOfTheNameItIs() throws Exception {
        InetAddress[] all = InetAddress.getAllByName("localhost");
        assumeTrue(all.length > 1, "localhost has several addresses");
        for (InetAddress each : all) {
            try (ServerSocket server = new ServerSocket(0, 1, each)) {
                assertEquals(
                        new InetSocketAddress(each, server.getLocalPort()),
                        TargetAddress.find("localhost", server.getLocalPort()));
            }
        }
    }

    @Test
    void aHostWithoutAnAddressIsNamed() {
        LoadException error = assertThrows(LoadException.class, () -> TargetAddress.find("none.invalid", 1));
        assertTrue(error.getMessage().endsWith("host=none.invalid"), error.getMessage());
    }
}
