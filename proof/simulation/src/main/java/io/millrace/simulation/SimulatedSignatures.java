package io.millrace.simulation;

import io.millrace.ledger.Digest;
import io.millrace.ledger.SeatSignatures;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Signatures that are not forged in a simulation, and that cost nothing. */
record SimulatedSignatures(int seat) implements SeatSignatures {

    private static final long SECRET = 0x5eed_0f5e_a75e_a75eL;

    @Override
    public byte[] sign(Digest block) {
        return signature(seat, block);
    }

    @Override
    public boolean verify(int other, Digest block, byte[] signature) {
        return Arrays.equals(signature, signature(other, block));
    }

    private static byte[] signature(int seat, Digest block) {
        ByteBuffer digest = ByteBuffer.wrap(block.bytes());
        ByteBuffer signature = ByteBuffer.allocate(BYTES);
        long mixed = ModelFrame.mix(SECRET, seat);
        while (digest.hasRemaining()) {
            mixed = ModelFrame.mix(mixed, digest.getLong());
        }
        while (signature.hasRemaining()) {
            mixed = ModelFrame.mix(mixed, seat);
            signature.putLong(mixed);
        }
        return signature.array();
    }
}
