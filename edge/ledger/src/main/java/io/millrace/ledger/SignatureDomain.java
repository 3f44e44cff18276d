package io.millrace.ledger;

import java.nio.charset.StandardCharsets;

/**
 * What a signature is for. Its name is signed with the message, so that a signature of one domain is never right in
 * another.
 */
public enum SignatureDomain {
    /** The header of a block. */
    BLOCK("millrace.ledger.block.1"),
    /** A call, or a batch of calls, of a client. */
    CALLS("millrace.ledger.calls.1"),
    /** The end of a week: the state that the next committee begins with. */
    WEEK("millrace.ledger.week.1");

    private final String tag;

    SignatureDomain(String tag) {
        this.tag = tag;
    }

    /** Returns the signed bytes: the length of the name in one byte, the name, the message. */
    byte[] signed(byte[] message) {
        byte[] name = tag.getBytes(StandardCharsets.US_ASCII);
        byte[] signed = new byte[1 + name.length + message.length];
        signed[0] = (byte) name.length;
        System.arraycopy(name, 0, signed, 1, name.length);
        System.arraycopy(message, 0, signed, 1 + name.length, message.length);
        return signed;
    }
}
