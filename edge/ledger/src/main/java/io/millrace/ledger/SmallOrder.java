package io.millrace.ledger;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The canonical encodings of the eight points whose order divides eight, with either sign. */
final class SmallOrder {
    /** Without the sign bit: y is 0, 1, -1, or of order eight. */
    private static final List<byte[]> WITHOUT_SIGN = List.of(
            HexFormat.of().parseHex("0000000000000000000000000000000000000000000000000000000000000000"),
            HexFormat.of().parseHex("0100000000000000000000000000000000000000000000000000000000000000"),
            HexFormat.of().parseHex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
            HexFormat.of().parseHex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
            HexFormat.of().parseHex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"));

    private SmallOrder() {}

    /** Returns whether the first 32 bytes encode such a point, whatever the sign. */
    static boolean contains(byte[] bytes) {
        byte[] point = Arrays.copyOf(bytes, EdwardsPoint.BYTES);
        point[EdwardsPoint.BYTES - 1] &= 0x7F;
        return WITHOUT_SIGN.stream().anyMatch(small -> Arrays.equals(small, point));
    }
}
