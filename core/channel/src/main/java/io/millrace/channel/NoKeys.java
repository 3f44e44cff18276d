package io.millrace.channel;

import io.millrace.journal.JournalException;
import io.millrace.journal.KeyMissingException;
import io.millrace.journal.KeyProvider;

/** What stands for the keys where none were given: what is in the clear of a message can be read with it. */
enum NoKeys implements KeyProvider {
    /** The only one. */
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
