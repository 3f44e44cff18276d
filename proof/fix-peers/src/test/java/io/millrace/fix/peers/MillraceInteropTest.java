package io.millrace.fix.peers;

import java.nio.file.Path;

/** Ours at both ends: what is asked of others holds for ours. */
class MillraceInteropTest extends InteropContract {

    @Override
    protected FixPeer open(FixPeer.Role role, int to, Path in, FixPeer.Numbers numbers) {
        return MillracePeer.open(role, to, in.resolve("theirs"), numbers);
    }
}
