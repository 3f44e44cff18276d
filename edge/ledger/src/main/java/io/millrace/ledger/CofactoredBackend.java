package io.millrace.ledger;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * Bouncy Castle, whose equation has the cofactor: it accepts an {@code R} with a small part where the others refuse it.
 * So {@code R} is tested for the order of keys before, which doubles the work. Thread-safe.
 */
final class CofactoredBackend implements SignatureBackend {
    private static final String CURVE = "org.bouncycastle.math.ec.rfc8032.Ed25519";

    private final SignatureBackend backend;
    private final MethodHandle hasKeyOrder;

    private CofactoredBackend(SignatureBackend backend, MethodHandle hasKeyOrder) {
        this.backend = backend;
        this.hasKeyOrder = hasKeyOrder;
    }

    /**
     * Returns a backend that tests {@code R} with the library's own test of public keys.
     *
     * @throws ReflectiveOperationException if the library has no such test
     */
    static SignatureBackend of(SignatureBackend backend, ClassLoader loader) throws ReflectiveOperationException {
        MethodHandle test = MethodHandles.publicLookup()
                .findStatic(
                        Class.forName(CURVE, true, loader),
                        "validatePublicKeyFull",
                        MethodType.methodType(boolean.class, byte[].class, int.class));
        return new CofactoredBackend(backend, test);
    }

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
        try {
            return (boolean) hasKeyOrder.invokeExact(Arrays.copyOf(signature, EdwardsPoint.BYTES), 0)
                    && backend.verify(publicKey, message, signature);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new LedgerException("the provider cannot test a point provider=" + name(), e);
        }
    }

    @Override
    public byte[] sign(byte[] seed, byte[] message) {
        return backend.sign(seed, message);
    }
}
