package io.millrace.journal;

/** Prevents a writer from continuing a journal with other keys than before. */
final class KeyCheck {

    private KeyCheck() {}

    /**
     * Checks the key of the last message, if that is encrypted. If the key was deleted, nothing can be checked.
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
                return; // the reader of the message reports it
            } catch (JournalException e) {
                throw new JournalException(
                        "wrong keys: cannot decrypt the last message of the journal directory=" + journal.directory()
                                + " reason=" + e.getMessage(),
                        e);
            }
        }
    }
}
