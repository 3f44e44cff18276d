package io.millrace.kafka;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Names a run of a gateway, for people and so that no other run has the name. */
final class Publisher {
    private static final int RANDOM_BYTES = 6;

    private Publisher() {}

    /** Returns a new name: the process, and a random number, since other machines have processes of the same id. */
    static String name() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return "process " + ProcessHandle.current().pid() + " run "
                + HexFormat.of().formatHex(random);
    }
}
