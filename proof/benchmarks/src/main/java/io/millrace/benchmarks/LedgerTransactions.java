package io.millrace.benchmarks;

import io.millrace.ledger.CallSigner;
import io.millrace.ledger.ClientSignatures;
import io.millrace.ledger.Digest;
import io.millrace.ledger.Signatures;
import io.millrace.ledger.SigningKey;
import io.millrace.ledger.VerificationKey;
import io.millrace.wire.WireTypes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Signed batches of calls of 100 bytes, by one client for each seat. They are signed before they are needed, since
 * clients are other machines. The last bytes of a transaction are its last call's, and say which seat has offered it as
 * which number.
 */
final class LedgerTransactions {
    static final int PAYLOAD_BYTES = 100;

    private static final Duration VALID = Duration.ofSeconds(59);

    private final List<SigningKey> keys = new ArrayList<>();
    private final Map<String, VerificationKey> known = new HashMap<>();
    private final Digest chain;

    /** Makes the clients' keys from the numbers of the seats, so that each process has the same. */
    LedgerTransactions(Digest chain, int seats) {
        this.chain = chain;
        for (int seat = 0; seat < seats; seat++) {
            byte[] seed = new byte[SigningKey.SEED_BYTES];
            Arrays.fill(seed, (byte) (seat + 1));
            SigningKey key = SigningKey.ofSeed(seed);
            keys.add(key);
            known.put(client(seat), key.verificationKey());
        }
    }

    private static String client(int seat) {
        return "client" + seat;
    }

    /** Returns what seats demand of transactions. */
    ClientSignatures check(Signatures signatures) {
        return new ClientSignatures(signatures, chain, known);
    }

    /** Makes transactions of a seat's client. */
    List<byte[]> make(Signatures signatures, int seat, int callsOfSignature, int count) {
        CallSigner signer =
                new CallSigner(signatures, keys.get(seat), client(seat), chain, LedgerEntry.class, WireTypes.none(), 1);
        LedgerEntry calls = signer.as(LedgerEntry.class);
        List<byte[]> made = new ArrayList<>(count);
        byte[] payload = new byte[PAYLOAD_BYTES];
        ByteBuffer view = ByteBuffer.wrap(payload);
        for (int number = 0; number < count; number++) {
            for (int call = 0; call < callsOfSignature; call++) {
                view.putInt(0, seat).putInt(Integer.BYTES, number).putInt(2 * Integer.BYTES, call);
                calls.put(payload);
            }
            made.add(signer.sign(System.currentTimeMillis(), VALID));
        }
        return made;
    }

    /** Returns a transaction that differs from all others by its number, and whose signature is wrong. */
    static byte[] changed(byte[] transaction, int number) {
        byte[] changed = transaction.clone();
        ByteBuffer.wrap(changed).putInt(changed.length - PAYLOAD_BYTES + Integer.BYTES, number);
        return changed;
    }

    static int seat(byte[] transaction) {
        return ByteBuffer.wrap(transaction).getInt(transaction.length - PAYLOAD_BYTES);
    }

    static int number(byte[] transaction) {
        return ByteBuffer.wrap(transaction).getInt(transaction.length - PAYLOAD_BYTES + Integer.BYTES);
    }
}
