package io.millrace.cli;

import io.millrace.channel.ChannelEncryption;
import io.millrace.channel.ChannelOptions;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.KeyProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for the keys of an encrypted channel. */
final class KeyOptions {
    @Option(names = "--keys", paramLabel = "DIR", description = "The directory of the keys of an encrypted channel.")
    private Path keys;

    /** Creates the options; called by picocli. */
    KeyOptions() {}

    /** Returns the keys, empty if none were given. */
    Optional<KeyProvider> provider() {
        if (keys == null) {
            return Optional.empty();
        }
        if (!Files.isDirectory(keys)) {
            throw new InputException("--keys is not a directory keys=" + keys);
        }
        return Optional.of(FileKeyProvider.openExisting(keys));
    }

    /** Returns the directory of the keys, null if none were given. */
    Path directory() {
        return keys;
    }

    /** Returns the options with encryption by these keys, if any were given. */
    ChannelOptions encrypt(ChannelOptions options, Optional<String> subjectField) {
        Optional<KeyProvider> provider = provider();
        if (provider.isEmpty() && subjectField.isPresent()) {
            throw new InputException("--subject needs --keys subject=" + subjectField.get());
        }
        return provider.map(found -> options.withEncryption(new ChannelEncryption(found, subjectField)))
                .orElse(options);
    }
}
