package io.millrace.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Signs and verifies by Ed25519 with one strict rule, whichever implementation does the work. A signature is right if
 * its key is {@link VerificationKey registered}; it has 64 bytes; {@code S} is below the order of keys; {@code R} is
 * canonical and not of small order; and the bytes of {@code R} equal those that the equation without the cofactor
 * gives. What an implementation throws about a signature is a refusal. Every implementation must answer twenty
 * vectors rightly before it is used ("Taming the many EdDSAs", ePrint 2020/1244). Thread-safe.
 */
public final class Signatures {
    /** The length of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    private static final System.Logger LOG = System.getLogger(Signatures.class.getPackageName());

    private static final String SELF_TEST = "ed25519-self-test.txt";

    /** Implementations that are used where their classes are there, the fastest first. */
    private static final List<String> KNOWN_PROVIDERS = List.of(
            "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider",
            "org.conscrypt.OpenSSLProvider",
            "org.bouncycastle.jce.provider.BouncyCastleProvider");

    private static final String COFACTORED = "org.bouncycastle.";

    private static final byte[] PRIME = littleEndianPrime();
    private static final byte[] ORDER = littleEndianOrder();

    private final SignatureBackend backend;

    private Signatures(SignatureBackend backend) {
        this.backend = backend;
    }

    /**
     * Returns signatures by the fastest implementation that is there and passes its test: Corretto, Conscrypt, Bouncy
     * Castle, or the one of the JDK, which always is.
     */
    public static Signatures fastest() {
        for (SignatureBackend candidate : available()) {
            if (firstWrongAnswer(candidate).isEmpty()) {
                return new Signatures(candidate);
            }
        }
        throw new LedgerException("no implementation of Ed25519 passes its test");
    }

    /**
     * Returns signatures by one implementation.
     *
     * @throws LedgerException if it does not pass its test
     */
    public static Signatures of(SignatureBackend backend) {
        Optional<String> wrong = firstWrongAnswer(Objects.requireNonNull(backend, "backend"));
        if (wrong.isPresent()) {
            throw new LedgerException(
                    "an implementation of Ed25519 fails its test backend=" + backend.name() + " " + wrong.get());
        }
        return new Signatures(backend);
    }

    /** Returns the implementations that are there, tested or not, the fastest first; the last is that of the JDK. */
    public static List<SignatureBackend> available() {
        List<SignatureBackend> found = new ArrayList<>();
        ClassLoader loader = Signatures.class.getClassLoader();
        for (String name : KNOWN_PROVIDERS) {
            try {
                Provider provider = Class.forName(name, true, loader)
                        .asSubclass(Provider.class)
                        .getConstructor()
                        .newInstance();
                SignatureBackend backend = new JcaBackend(provider);
                found.add(name.startsWith(COFACTORED) ? CofactoredBackend.of(backend, loader) : backend);
            } catch (ReflectiveOperationException | LinkageError e) {
                // It is not there, or not for this machine; the list ends with one that is.
                LOG.log(Level.DEBUG, "no provider of Ed25519 class={0} cause={1}", name, e);
            }
        }
        found.add(new JcaBackend(Objects.requireNonNull(Security.getProvider("SunEC"), "SunEC")));
        return found;
    }

    /** Returns which vector an implementation answers wrongly, as {@code key=value}, or nothing if none. */
    public static Optional<String> firstWrongAnswer(SignatureBackend backend) {
        Signatures signatures = new Signatures(backend);
        for (String line : selfTest()) {
            String[] words = line.split(" ", -1);
            byte[] key = HexFormat.of().parseHex(words[0]);
            byte[] message = HexFormat.of().parseHex(words[1]);
            byte[] signature = HexFormat.of().parseHex(words[2]);
            boolean isAccepted = VerificationKey.refusal(key).isEmpty() && signatures.isRight(key, message, signature);
            if (isAccepted != words[3].equals("accepted")) {
                return Optional.of("expected=" + words[3] + " vector=" + words[2]);
            }
        }
        return Optional.empty();
    }

    /** Returns the implementation. */
    public SignatureBackend backend() {
        return backend;
    }

    /** Returns the signature of a message in a domain, 64 bytes. */
    public byte[] sign(SigningKey key, SignatureDomain domain, byte[] message) {
        return backend.sign(key.rawSeed(), domain.signed(message));
    }

    /** Returns whether the signature of a message in a domain is right. Bytes of any length are taken as signature. */
    public boolean verify(VerificationKey key, SignatureDomain domain, byte[] message, byte[] signature) {
        return isRight(key.rawBytes(), domain.signed(message), signature);
    }

    /** Returns whether a signature is right if its key is registered. */
    boolean isRight(byte[] key, byte[] message, byte[] signature) {
        if (signature.length != SIGNATURE_BYTES || !isBelow(signature, EdwardsPoint.BYTES, ORDER, 0xFF)) {
            return false;
        }
        if (!isBelow(signature, 0, PRIME, 0x7F) || SmallOrder.contains(signature)) {
            return false;
        }
        try {
            return backend.verify(key, message, signature);
        } catch (RuntimeException e) {
            // Implementations differ in what they throw about a signature; each way it is refused.
            return false;
        }
    }

    /** Returns whether 32 bytes from an offset, the lowest first, are below a bound; the top byte is masked. */
    private static boolean isBelow(byte[] bytes, int offset, byte[] bound, int topMask) {
        for (int i = EdwardsPoint.BYTES - 1; i >= 0; i--) {
            int mask = i == EdwardsPoint.BYTES - 1 ? topMask : 0xFF;
            int difference = (bytes[offset + i] & mask) - (bound[i] & 0xFF);
            if (difference != 0) {
                return difference < 0;
            }
        }
        return false;
    }

    private static byte[] littleEndianPrime() {
        byte[] prime = new byte[EdwardsPoint.BYTES];
        Arrays.fill(prime, (byte) 0xFF);
        prime[0] = (byte) 0xED;
        prime[EdwardsPoint.BYTES - 1] = 0x7F;
        return prime;
    }

    private static byte[] littleEndianOrder() {
        byte[] bigEndian = EdwardsPoint.L.toByteArray();
        byte[] order = new byte[EdwardsPoint.BYTES];
        for (int i = 0; i < bigEndian.length; i++) {
            order[i] = bigEndian[bigEndian.length - 1 - i];
        }
        return order;
    }

    private static List<String> selfTest() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Signatures.class.getResourceAsStream(SELF_TEST), SELF_TEST),
                StandardCharsets.US_ASCII))) {
            return in.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
