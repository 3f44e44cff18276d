package io.millrace.fix.peers;

import java.io.IOException;
import java.nio.file.Path;

/** Philadelphia and ours. */
class PhiladelphiaInteropTest extends InteropContract {

    @Override
    protected FixPeer open(FixPeer.Role role, int to, Path in, FixPeer.Numbers numbers) throws IOException {
        return PhiladelphiaPeer.open(role, to, numbers);
    }
}
