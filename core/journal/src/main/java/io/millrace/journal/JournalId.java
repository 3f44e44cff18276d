package io.millrace.journal;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The identity of a journal: 128 random bits, assigned when it is created and never changed. A reference to a message
 * from outside its journal consists of this and an {@link Index}.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record JournalId(long high, long low) {

    private static final int HEX_DIGITS = 32;

    /** Returns a new random identity. */
    public static JournalId random() {
        SecureRandom random = new SecureRandom();
        return new JournalId(random.nextLong(), random.nextLong());
    }

    /**
     * Returns the identity that {@link #toString} wrote.
     *
     * @throws JournalException if the text is not an identity
     */
    public static JournalId parse(String text) {
        try {
            if (text.length() == HEX_DIGITS) {
                return new JournalId(
                        HexFormat.fromHexDigitsToLong(text, 0, 16), HexFormat.fromHexDigitsToLong(text, 16, 32));
            }
        } catch (IllegalArgumentException e) {
            throw new JournalException("journal identity must be 32 hexadecimal digits text=" + text, e);
        }
        throw new JournalException("journal identity must be 32 hexadecimal digits text=" + text);
    }

    /** Returns 32 hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
