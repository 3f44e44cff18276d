package io.millrace.map;

/** Keys that all have the same hash by wyhash, whatever its seed. */
final class CollidingKeys {

    /** Keys of this length have an encoded length whose byte is the first byte of a constant of wyhash. */
    static final int KEY_BYTES = 99;

    /** The other seven bytes of that constant. */
    private static final int[] REST = {0xac, 0x2e, 0x96, 0x93, 0x4b, 0xb8, 0x8b};

    private CollidingKeys() {}

    /** Returns a key that collides with all others that this returns. */
    static byte[] key(int number) {
        byte[] key = new byte[KEY_BYTES];
        for (int i = 0; i < REST.length; i++) {
            key[i] = (byte) REST[i];
        }
        for (int i = 0; i < Integer.BYTES; i++) {
            key[REST.length + i] = (byte) (number >>> (8 * i));
        }
        return key;
    }
}
