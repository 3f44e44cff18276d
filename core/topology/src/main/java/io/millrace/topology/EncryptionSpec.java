package io.millrace.topology;

import java.util.Objects;
import java.util.Optional;

/**
 * How the messages of a channel of a topology are encrypted: with keys that are files.
 *
 * @param keys the directory of the keys, made where there is none; relative to the topology file, and <code>${name}
 *     </code> stands for a parameter
 * @param subject the path of the field that says whose a message is, or empty where all are the channel's
 */
public record EncryptionSpec(String keys, Optional<String> subject) {

    /** Checks that nothing is null. */
    public EncryptionSpec {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(subject, "subject");
    }

    /**
     * Keys in a directory; all messages are the channel's.
     *
     * @param keys the directory
     * @return the encryption
     */
    public static EncryptionSpec of(String keys) {
        return new EncryptionSpec(keys, Optional.empty());
    }

    /**
     * The same keys, one for each value of a field.
     *
     * @param path names of fields with dots between them
     * @return the encryption
     */
    public EncryptionSpec withSubject(String path) {
        return new EncryptionSpec(keys, Optional.of(path));
    }
}
