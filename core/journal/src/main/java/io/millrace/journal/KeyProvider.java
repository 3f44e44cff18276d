package io.millrace.journal;

/**
 * Protects data keys by keys that it stores elsewhere, one or more for each subject: a file, a key management service,
 * a hardware module. Called once for each new data key, never for a message. Any thread may call it.
 */
public interface KeyProvider {

    /**
     * Returns what a channel states for the subject of a message, and passes to {@link #wrap} and {@link #unwrap}; the
     * name itself, unless the provider hides names. Always the same for a name.
     *
     * @param name the text of the field that names the subject
     * @return 1 to 1024 bytes of UTF-8
     * @throws JournalException if it cannot be known
     */
    default String subject(String name) {
        return name;
    }

    /**
     * Encrypts a data key with the present key of a subject; creates a key for a subject that has none.
     *
     * @param subject the owner of the key, a person or a tenant for example
     * @param dataKey 32 bytes
     * @return the input of {@link #unwrap}, at most {@value #MAX_WRAPPED_BYTES} bytes, the name of the key included
     * @throws JournalException if there can be no key
     */
    byte[] wrap(String subject, byte[] dataKey);

    /**
     * Returns the data key that was passed to {@link #wrap}.
     *
     * @throws KeyMissingException if the key was deleted, so that its messages are unreadable
     * @throws JournalException if {@code wrap} did not return these bytes, or the key never existed here: then the keys
     *     are those of other data
     */
    byte[] unwrap(String subject, byte[] wrapped);

    /** Maximum length of a wrapped key in bytes. */
    int MAX_WRAPPED_BYTES = 4096;
}
