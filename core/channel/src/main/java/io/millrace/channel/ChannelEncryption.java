package io.millrace.channel;

import io.millrace.journal.KeyProvider;
import java.util.Objects;
import java.util.Optional;

/**
 * How the messages of a channel are encrypted. Arguments are encrypted; methods, their schemas, times, histories and
 * subjects stay readable without a key, so that counting, seeking, restarts, {@code verify} and {@code repair} need
 * none. A channel is encrypted from its first message on or not at all.
 *
 * <p>Each message has a subject, and without that subject's key its arguments are unreadable. A reader skips such
 * messages. A component that must be called with them again, since it has no newer snapshot, cannot be restarted; so
 * components that read messages whose keys may be deleted should be {@code Snapshotting}.
 *
 * @param keys wraps and unwraps the keys of subjects
 * @param subjectField the path of the field whose text is the subject of a call, see {@link
 *     io.millrace.wire.FieldReader}; calls without this field, and all calls without a path, have the name of the
 *     channel as their subject. Subjects are stored readable, so they should be pseudonyms, unless {@link
 *     KeyProvider#subject} hides them
 */
public record ChannelEncryption(KeyProvider keys, Optional<String> subjectField) {

    /** Checks that nothing is null. */
    public ChannelEncryption {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(subjectField, "subjectField");
    }

    /** Returns an encryption with one subject for all messages, the name of the channel. */
    public static ChannelEncryption of(KeyProvider keys) {
        return new ChannelEncryption(keys, Optional.empty());
    }

    /** Returns this encryption with the subjects of a field. */
    public ChannelEncryption withSubjectField(String path) {
        return new ChannelEncryption(keys, Optional.of(path));
    }
}
