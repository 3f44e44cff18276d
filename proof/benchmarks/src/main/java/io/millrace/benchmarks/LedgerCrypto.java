package io.millrace.benchmarks;

/** Which signatures the seats of a run make and verify. */
enum LedgerCrypto {
    /** Each seat verifies each call's signature and each block once, as every deployment does. */
    FULL("full crypto"),
    /** The seats of one process share what they have verified of calls, which no deployment has. */
    ONCE("verified once"),
    /** No signature is made or verified; hashes are. */
    NONE("without crypto");

    private final String text;

    LedgerCrypto(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
