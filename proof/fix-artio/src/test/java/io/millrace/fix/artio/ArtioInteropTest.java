package io.millrace.fix.artio;

import io.millrace.fix.peers.FixPeer;
import io.millrace.fix.peers.InteropContract;
import java.nio.file.Path;

/** Artio and ours. */
class ArtioInteropTest extends InteropContract {

    @Override
    protected FixPeer open(FixPeer.Role role, int to, Path in, FixPeer.Numbers numbers) {
        return ArtioPeer.open(role, to, in.resolve("theirs"), numbers);
    }
}
