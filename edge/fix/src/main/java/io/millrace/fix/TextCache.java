package io.millrace.fix;

/** Keeps short strings by their bytes, so that a symbol that comes again is the same object; its size is fixed. */
final class TextCache {

    private static final int SIZE = 512;
    private static final int LONGEST = 32;

    private final String[] texts = new String[SIZE];

    /** Returns the string of bytes of ISO 8859-1. */
    String text(byte[] bytes, int start, int end) {
        if (end - start > LONGEST) {
            return FixText.latin(bytes, start, end);
        }
        int hash = end - start;
        for (int i = start; i < end; i++) {
            hash = hash * 31 + bytes[i];
        }
        int slot = (hash ^ (hash >>> 9) ^ (hash >>> 18)) & (SIZE - 1);
        String kept = texts[slot];
        if (kept == null || !isSame(kept, bytes, start, end)) {
            kept = FixText.latin(bytes, start, end);
            texts[slot] = kept;
        }
        return kept;
    }

    private static boolean isSame(String text, byte[] bytes, int start, int end) {
        if (text.length() != end - start) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != (bytes[start + i] & 0xFF)) {
                return false;
            }
        }
        return true;
    }
}
