package io.millrace.journal;

/** Keeps a writer from going on under other keys than those by which a journal was written so far. */
final class KeyCheck {

    private KeyCheck() {}

    /**
     * Looks at the key of the last message, where that is encrypted. Where it was forgotten nothing can be said.
     *
     * @throws JournalException if the keys are not those of the journal, or the provider cannot read them
     */
    static void check(Journal journal, KeyProvider provider) {
        TailerOptions backward = TailerOptions.defaults().withDirection(Direction.BACKWARD);
        try (Tailer tailer = journal.tailer(backward);
                MessageDecryption decryption = new MessageDecryption(journal, provider)) {
            if (tailer.read() != Read.MESSAGE || !MessageDecryption.isEncrypted(tailer)) {
                return;
            }
            try {
                decryption.chooseKey(tailer);
            } catch (JournalDamagedException e) {
                return; // which is told to who reads it
            } catch (JournalException e) {
                throw new JournalException(
                        "wrong keys: cannot decrypt the last message of the journal directory=" + journal.directory()
                                + " reason=" + e.getMessage(),
                        e);
            }
        }
    }
}
