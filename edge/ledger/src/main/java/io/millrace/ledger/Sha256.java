package io.millrace.ledger;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/** SHA-256 over values that follow each other, and the Merkle root of RFC 6962. Not thread-safe. */
final class Sha256 {
    static final int BYTES = 32;

    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private final MessageDigest digest;
    private final ByteBuffer word = ByteBuffer.allocate(Long.BYTES);

    Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new LedgerException("the platform has no SHA-256", e);
        }
    }

    /** Returns a hash that begins with the name of what is hashed. */
    static Sha256 of(String tag) {
        return new Sha256().add(tag.length()).add(tag.getBytes(StandardCharsets.US_ASCII));
    }

    static Digest ofBytes(byte[] bytes) {
        return new Sha256().add(bytes).digest();
    }

    Sha256 add(byte[] bytes) {
        digest.update(bytes);
        return this;
    }

    Sha256 add(Digest value) {
        digest.update(value.rawBytes());
        return this;
    }

    Sha256 add(long value) {
        digest.update(word.clear().putLong(value).array());
        return this;
    }

    Digest digest() {
        return Digest.ofOwn(digest.digest());
    }

    /** Returns the digest of each entry of a tree. */
    static List<Digest> leaves(List<byte[]> entries) {
        Sha256 hash = new Sha256();
        List<Digest> leaves = new ArrayList<>(entries.size());
        for (byte[] entry : entries) {
            hash.digest.update(LEAF);
            leaves.add(hash.add(entry).digest());
        }
        return List.copyOf(leaves);
    }

    /** Returns the root of the tree with these leaves, the digest of nothing if there are none. */
    static Digest root(List<Digest> leaves) {
        if (leaves.isEmpty()) {
            return new Sha256().digest();
        }
        Sha256 hash = new Sha256();
        List<Digest> level = leaves;
        while (level.size() > 1) {
            // An entry without a neighbour rises, which splits as RFC 6962 does.
            List<Digest> above = new ArrayList<>((level.size() + 1) / 2);
            for (int i = 0; i + 1 < level.size(); i += 2) {
                hash.digest.update(NODE);
                above.add(hash.add(level.get(i)).add(level.get(i + 1)).digest());
            }
            if (level.size() % 2 == 1) {
                above.add(level.getLast());
            }
            level = above;
        }
        return level.getFirst();
    }
}
