package io.millrace.simulation;

import io.millrace.ledger.Block;
import io.millrace.ledger.BlockCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Messages with blocks, as seats send them, for hosts that follow no rule. */
final class SeatMessages {

    /** The first byte of a message with blocks. */
    static final byte BLOCKS = 1;

    /** The first byte of an answer about newest blocks; a nonce follows. */
    static final byte NEWEST = 4;

    private SeatMessages() {}

    static byte[] blocks(List<Block> blocks) {
        List<byte[]> bytes = blocks.stream().map(BlockCodec::bytes).toList();
        int length =
                1 + Integer.BYTES + bytes.stream().mapToInt(each -> each.length).sum();
        ByteBuffer out = ByteBuffer.allocate(length).put(BLOCKS).putInt(bytes.size());
        bytes.forEach(out::put);
        return out.array();
    }

    /** Returns the answer to a question in which a seat says that this is its newest block. */
    static byte[] newest(long nonce, Block own) {
        byte[] bytes = BlockCodec.bytes(own);
        return ByteBuffer.allocate(1 + Long.BYTES + 1 + bytes.length + 1)
                .put(NEWEST)
                .putLong(nonce)
                .put((byte) 1)
                .put(bytes)
                .put((byte) 0)
                .array();
    }

    /** Returns the blocks of a message, none if it is another one. */
    static List<Block> blocks(BlockCodec codec, byte[] message) {
        List<Block> blocks = new ArrayList<>();
        if (message[0] == BLOCKS) {
            ByteBuffer in = ByteBuffer.wrap(message, 1, message.length - 1);
            for (int left = in.getInt(); left > 0; left--) {
                blocks.add(codec.read(in));
            }
        }
        return blocks;
    }
}
