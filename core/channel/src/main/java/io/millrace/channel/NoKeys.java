package io.millrace.channel;

import io.millrace.journal.JournalException;
import io.millrace.journal.KeyMissingException;
import io.millrace.journal.KeyProvider;

/** The key provider if no keys were given: it allows reading the unencrypted parts of a message. */
enum NoKeys implements KeyProvider {
    /** The only instance. */
    INSTANCE;

    @Override
    public byte[] wrap(String subject, byte[] dataKey) {
        throw new JournalException("no keys to encrypt with subject=" + subject);
    }

    @Override
    public byte[] unwrap(String subject, byte[] wrapped) {
        throw new KeyMissingException("no keys to decrypt with subject=" + subject);
    }
}
