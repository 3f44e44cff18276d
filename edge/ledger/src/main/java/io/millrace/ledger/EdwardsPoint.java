package io.millrace.ledger;

import java.math.BigInteger;
import java.util.Optional;

/**
 * A point of the curve of Ed25519 (RFC 8032, section 5.1), for checks that are made once for a key. Arithmetic is not
 * in constant time, so it is for public values and for making a public key of a seed on the machine that owns it.
 * Immutable.
 *
 * @param x the first coordinate, projective
 * @param y the second coordinate, projective
 * @param z what both are divided by
 * @param t {@code x * y / z}
 */
record EdwardsPoint(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {
    /** The order of the group that keys belong to. */
    static final BigInteger L = BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    static final int BYTES = 32;

    private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger D = BigInteger.valueOf(-121665)
            .multiply(BigInteger.valueOf(121666).modInverse(P))
            .mod(P);
    private static final BigInteger ROOT_OF_MINUS_ONE =
            BigInteger.TWO.modPow(P.subtract(BigInteger.ONE).shiftRight(2), P);
    private static final EdwardsPoint NEUTRAL = affine(BigInteger.ZERO, BigInteger.ONE);
    private static final EdwardsPoint BASE = affine(
            new BigInteger("15112221349535400772501151409588531511454012693041857206046113283949847762202"),
            new BigInteger("46316835694926478169428394003475163141307993866256225615783033603165251855960"));

    /**
     * Returns the point of 32 bytes, or nothing if they are not its only encoding: {@code y} is not below the prime,
     * the sign is set though {@code x} is zero, or no point of the curve has this {@code y}.
     */
    static Optional<EdwardsPoint> decode(byte[] bytes) {
        boolean isOdd = (bytes[BYTES - 1] & 0x80) != 0;
        BigInteger y = littleEndian(bytes, BYTES).clearBit(255);
        if (y.compareTo(P) >= 0) {
            return Optional.empty();
        }
        BigInteger square = y.multiply(y).mod(P);
        BigInteger numerator = square.subtract(BigInteger.ONE).mod(P);
        BigInteger denominator = D.multiply(square).add(BigInteger.ONE).mod(P);
        BigInteger xSquare = numerator.multiply(denominator.modInverse(P)).mod(P);
        BigInteger x = xSquare.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
        if (!x.multiply(x).mod(P).equals(xSquare)) {
            x = x.multiply(ROOT_OF_MINUS_ONE).mod(P);
        }
        if (!x.multiply(x).mod(P).equals(xSquare) || (x.signum() == 0 && isOdd)) {
            return Optional.empty();
        }
        return Optional.of(affine(x.testBit(0) == isOdd ? x : P.subtract(x), y));
    }

    /** Returns the base point times a scalar that is not negative. */
    static EdwardsPoint ofBase(BigInteger scalar) {
        return BASE.times(scalar);
    }

    /** Returns whether the point is one of the eight whose order divides eight. */
    boolean hasSmallOrder() {
        return times(BigInteger.valueOf(8)).isNeutral();
    }

    /** Returns whether the order of the point divides {@link #L}. */
    boolean isInMainGroup() {
        return times(L).isNeutral();
    }

    /** Returns the 32 bytes of the point. */
    byte[] encode() {
        BigInteger inverse = z.modInverse(P);
        BigInteger affineX = x.multiply(inverse).mod(P);
        BigInteger affineY = y.multiply(inverse).mod(P);
        byte[] bytes = new byte[BYTES];
        byte[] bigEndian = affineY.toByteArray();
        for (int i = 0; i < Math.min(BYTES, bigEndian.length); i++) {
            bytes[i] = bigEndian[bigEndian.length - 1 - i];
        }
        if (affineX.testBit(0)) {
            bytes[BYTES - 1] |= (byte) 0x80;
        }
        return bytes;
    }

    /** Returns the number whose lowest byte is the first of {@code count} bytes. */
    static BigInteger littleEndian(byte[] bytes, int count) {
        byte[] bigEndian = new byte[count];
        for (int i = 0; i < count; i++) {
            bigEndian[i] = bytes[count - 1 - i];
        }
        return new BigInteger(1, bigEndian);
    }

    private static EdwardsPoint affine(BigInteger x, BigInteger y) {
        return new EdwardsPoint(x, y, BigInteger.ONE, x.multiply(y).mod(P));
    }

    private boolean isNeutral() {
        return x.signum() == 0 && y.equals(z);
    }

    private EdwardsPoint times(BigInteger scalar) {
        EdwardsPoint result = NEUTRAL;
        for (int bit = scalar.bitLength() - 1; bit >= 0; bit--) {
            result = result.plus(result);
            if (scalar.testBit(bit)) {
                result = result.plus(this);
            }
        }
        return result;
    }

    /** Adds by the complete formulas of RFC 8032, section 5.1.4. */
    private EdwardsPoint plus(EdwardsPoint other) {
        BigInteger a = y.subtract(x).multiply(other.y.subtract(other.x)).mod(P);
        BigInteger b = y.add(x).multiply(other.y.add(other.x)).mod(P);
        BigInteger c = t.multiply(BigInteger.TWO).multiply(D).multiply(other.t).mod(P);
        BigInteger d = z.multiply(BigInteger.TWO).multiply(other.z).mod(P);
        BigInteger e = b.subtract(a);
        BigInteger f = d.subtract(c);
        BigInteger g = d.add(c);
        BigInteger h = b.add(a);
        return new EdwardsPoint(
                e.multiply(f).mod(P),
                g.multiply(h).mod(P),
                f.multiply(g).mod(P),
                e.multiply(h).mod(P));
    }
}
