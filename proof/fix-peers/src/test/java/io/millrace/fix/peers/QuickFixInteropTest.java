package io.millrace.fix.peers;

import io.millrace.leaks.Tolerates;
import java.io.IOException;
import java.nio.file.Path;

/** QuickFIX/J and ours. */
@Tolerates(
        threads = {"QFJ Timer", "SocketConnector-.*", "SocketAcceptor.*", "NioSocketAcceptor-.*", "NioProcessor-.*"},
        because = "QuickFIX/J ends them later or never")
class QuickFixInteropTest extends InteropContract {

    @Override
    protected FixPeer open(FixPeer.Role role, int to, Path in, FixPeer.Numbers numbers) throws IOException {
        return QuickFixPeer.open(role, to, numbers);
    }
}
