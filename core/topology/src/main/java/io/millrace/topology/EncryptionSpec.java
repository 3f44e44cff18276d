package io.millrace.topology;

import java.util.Objects;
import java.util.Optional;

/**
 * How the messages of a channel of a topology are encrypted: with keys that are files, or that a class of the user's
 * keeps.
 *
 * @param keys the directory of the keys, created if missing; relative to the topology file, and <code>${name}
 *     </code> is replaced by a parameter. Where there is a provider, the text that its constructor gets
 * @param subject the path of the field that names the owner of a message; empty where all belong to the channel
 * @param provider the name of a class that implements {@link io.millrace.journal.KeyProvider} and has a public
 *     constructor with one {@code String}; empty where the keys are files
 */
public record EncryptionSpec(String keys, Optional<String> subject, Optional<String> provider) {

    /** Checks that nothing is null. */
    public EncryptionSpec {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(provider, "provider");
    }

    /**
     * Returns keys in a directory; all messages belong to the channel.
     *
     * @param keys the directory
     * @return the encryption
     */
    public static EncryptionSpec of(String keys) {
        return new EncryptionSpec(keys, Optional.empty(), Optional.empty());
    }

    /**
     * Returns the same keys, one for each value of a field.
     *
     * @param path names of fields with dots between them
     * @return the encryption
     */
    public EncryptionSpec withSubject(String path) {
        return new EncryptionSpec(keys, Optional.of(path), provider);
    }

    /**
     * Returns the same with keys of a class of the user's, which may ask a key management service for example.
     *
     * @param className the name of the class, on the class path of the topology
     * @return the encryption
     */
    public EncryptionSpec withProvider(String className) {
        return new EncryptionSpec(keys, subject, Optional.of(className));
    }

    /** Returns the text of the keys of a channel, with the values of the parameters. */
    String keys(ParameterValues values, String channel) {
        return values.substitute(keys, "channel=" + channel + " encryption keys", "channels", channel);
    }
}
