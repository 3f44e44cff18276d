package io.millrace.ledger;

import io.millrace.service.ClientName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The clients that sign their calls, with their keys. A batch of such a client is right if it is signed, and one of any
 * other client if it is not: a faulty seat can invent calls of clients without a key alone. Thread-safe.
 */
public final class ClientSignatures implements TransactionCheck {
    private final Signatures signatures;
    private final Digest chain;
    private final Map<String, VerificationKey> keys;

    /**
     * Takes the clients.
     *
     * @param signatures the implementation of Ed25519
     * @param chain the name of the chain for which they sign
     * @param keys the key of each client, by its principal
     */
    public ClientSignatures(Signatures signatures, Digest chain, Map<String, VerificationKey> keys) {
        this.signatures = Objects.requireNonNull(signatures, "signatures");
        this.chain = Objects.requireNonNull(chain, "chain");
        this.keys = Map.copyOf(keys);
    }

    /** Returns the name that the calls of a client have that signs: one for each principal, so that it is known. */
    static String name(String principal) {
        return ClientName.issue(principal, 0, new UUID(0, 0));
    }

    /** Returns whether a client's name is that of one that signs. */
    boolean isSigning(String client) {
        String principal = ClientName.principal(client);
        return keys.containsKey(principal) && client.equals(name(principal));
    }

    @Override
    public boolean isRight(byte[] transaction) {
        boolean isSigned = SignedBatch.isSigned(transaction);
        String client = client(transaction, isSigned ? SignedBatch.HEAD_BYTES : 0);
        if (client == null) {
            return !isSigned; // no batch: it has no client, and is passed over
        }
        VerificationKey key = keys.get(ClientName.principal(client));
        if (key == null || !isSigned) {
            return key == null && !isSigned;
        }
        return client.equals(name(ClientName.principal(client)))
                && SignedBatch.isRight(signatures, key, chain, transaction);
    }

    /** Returns the client of a batch that begins at an offset, or null. */
    private static String client(byte[] transaction, int offset) {
        int name = offset + 1 + Short.BYTES;
        if (transaction.length < name || transaction[offset] != CallCodec.VERSION) {
            return null;
        }
        int length = Short.toUnsignedInt(ByteBuffer.wrap(transaction).getShort(offset + 1));
        return transaction.length < name + length
                ? null
                : new String(transaction, name, length, StandardCharsets.UTF_8);
    }
}
