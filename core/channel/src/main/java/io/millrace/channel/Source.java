package io.millrace.channel;

import io.millrace.journal.JournalId;
import java.util.Objects;
import java.util.Optional;

/**
 * The origin of a message: a channel, or something outside such as a file, which has indexes of its own.
 *
 * @param name the name of the channel or of the external source
 * @param journalId the id of the channel's journal; empty for an external source
 */
public record Source(String name, Optional<JournalId> journalId) {

    /** The maximum length of a name, in UTF-8 bytes. */
    public static final int MAX_NAME_BYTES = 1024;

    /** Checks the parts. */
    public Source {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(journalId, "journalId");
    }

    /** Returns the source of a channel with the journal {@code id}. */
    public static Source channel(String name, JournalId id) {
        return new Source(name, Optional.of(id));
    }

    /** Returns a source outside the platform, which numbers its own items. */
    public static Source external(String name) {
        return new Source(name, Optional.empty());
    }

    /** Returns whether this source is outside the platform. */
    public boolean isExternal() {
        return journalId.isEmpty();
    }

    /**
     * Returns whether both are the same stream of messages: the same journal whatever its name, or the same
     * external name.
     */
    public boolean sameStream(Source other) {
        return journalId.equals(other.journalId) && (journalId.isPresent() || name.equals(other.name));
    }

    /** Returns the name, followed by a slash and the id of the journal if there is one. */
    @Override
    public String toString() {
        return journalId.map(id -> name + "/" + id).orElse(name);
    }
}
