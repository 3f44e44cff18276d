package io.millrace.transactions;

import java.util.HexFormat;

/**
 * Identifies a transaction of this node uniquely: the start of the manager that began it, and its number in that start.
 *
 * @param incarnation the number of the start, from 1; a persisted counter
 * @param sequence the number of the transaction in that start, from 1
 */
public record GlobalId(long incarnation, long sequence) implements Comparable<GlobalId> {

    private static final HexFormat HEX = HexFormat.of();

    /**
     * Returns the id that {@link #toString} wrote.
     *
     * @throws TransactionLogException if the text is something else
     */
    public static GlobalId parse(String text) {
        int dash = text.indexOf('-');
        try {
            return new GlobalId(
                    HexFormat.fromHexDigitsToLong(text, 0, dash),
                    HexFormat.fromHexDigitsToLong(text, dash + 1, text.length()));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new TransactionLogException("not a transaction id text=" + text, e);
        }
    }

    @Override
    public int compareTo(GlobalId other) {
        int byIncarnation = Long.compare(incarnation, other.incarnation);
        return byIncarnation != 0 ? byIncarnation : Long.compare(sequence, other.sequence);
    }

    /** Returns incarnation and sequence in hexadecimal digits, with a dash between them. */
    @Override
    public String toString() {
        return HEX.toHexDigits(incarnation) + '-' + HEX.toHexDigits(sequence);
    }
}
