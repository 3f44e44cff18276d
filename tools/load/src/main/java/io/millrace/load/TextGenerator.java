package io.millrace.load;

import java.util.Objects;

/**
 * Texts of random characters of an alphabet. The drawn value is the seed of the text, which is created on request.
 *
 * @param least the shortest length in characters, from 0
 * @param greatest the longest, at most {@link #LONGEST}
 * @param alphabet the characters, at least one
 */
record TextGenerator(int least, int greatest, String alphabet) implements Generator {
    /** The longest text, in characters. */
    static final int LONGEST = 1 << 24;

    TextGenerator {
        Objects.requireNonNull(alphabet);
        if (least < 0 || least > greatest || greatest > LONGEST) {
            throw new LoadException(
                    "not a range of lengths from=" + least + " to=" + greatest + " greatest=" + LONGEST);
        }
        if (alphabet.isEmpty()) {
            throw new LoadException("an alphabet needs a character alphabet=''");
        }
    }

    @Override
    public ValueKind kind() {
        return ValueKind.TEXT;
    }

    @Override
    public long draw(Randomness random, long sequence) {
        return random.next();
    }

    @Override
    public void appendTo(StringBuilder out, long drawn) {
        // xorshift64*, on the stack: one object less, and the text needs no better numbers.
        long state = drawn == 0 ? 1 : drawn;
        int length = least + (int) Math.unsignedMultiplyHigh(state, greatest - least + 1L);
        for (int i = 0; i < length; i++) {
            state ^= state >>> 12;
            state ^= state << 25;
            state ^= state >>> 27;
            out.append(
                    alphabet.charAt((int) Math.unsignedMultiplyHigh(state * 0x2545f4914f6cdd1dL, alphabet.length())));
        }
    }
}
