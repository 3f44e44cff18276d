package io.millrace.spring.boot;

import io.millrace.journal.Durability;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.nio.file.Path;
import java.util.Objects;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One channel of {@code millrace.channels.NAME}.
 *
 * @param directory the directory of its journal, created where it is missing
 * @param durability what a call has survived when it returns; {@code MAPPED} when left out: the death of the process
 * @param ownership whether other processes write too; {@code SINGLE} when left out
 * @param writes the interface of the calls that the application writes; without it there is no writer
 */
public record ChannelProperties(
        Path directory,
        @DefaultValue("MAPPED") Durability durability,
        @DefaultValue("SINGLE") Ownership ownership,
        Class<?> writes) {

    /**
     * Checks that there is a directory.
     *
     * @throws IllegalArgumentException where there is none, or what is written is no interface
     */
    public ChannelProperties {
        if (directory == null) {
            throw new IllegalArgumentException("a channel needs a directory, as millrace.channels.NAME.directory");
        }
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(ownership, "ownership");
        if (writes != null && !writes.isInterface()) {
            throw new IllegalArgumentException(
                    "what a channel writes is an interface directory=" + directory + " class=" + writes.getName());
        }
    }

    /**
     * Returns the options of the journal.
     *
     * @throws JournalException where durability and ownership do not go together
     */
    JournalOptions options() {
        return JournalOptions.defaults().withDurability(durability).withOwnership(ownership);
    }
}
