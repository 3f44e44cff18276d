package io.millrace.topology;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * How the messages of a channel of a topology are encrypted: with keys that are files.
 *
 * @param keys the directory of the keys, created if missing; relative to the topology file, and <code>${name}
 *     </code> is replaced by a parameter
 * @param subject the path of the field that names the owner of a message; empty where all belong to the channel
 */
public record EncryptionSpec(String keys, Optional<String> subject) {

    /** Checks that nothing is null. */
    public EncryptionSpec {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(subject, "subject");
    }

    /**
     * Returns keys in a directory; all messages belong to the channel.
     *
     * @param keys the directory
     * @return the encryption
     */
    public static EncryptionSpec of(String keys) {
        return new EncryptionSpec(keys, Optional.empty());
    }

    /**
     * Returns the same keys, one for each value of a field.
     *
     * @param path names of fields with dots between them
     * @return the encryption
     */
    public EncryptionSpec withSubject(String path) {
        return new EncryptionSpec(keys, Optional.of(path));
    }

    /** Returns the directory of the keys of a channel, with the values of the parameters. */
    Path directory(Topology topology, ParameterValues values, String channel) {
        String path = values.substitute(keys, "channel=" + channel + " encryption keys", "channels", channel);
        return Topology.resolve(topology.file(), path);
    }
}
