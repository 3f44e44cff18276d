package io.millrace.ledger.bftsmart;

import bftsmart.reconfiguration.util.RsaKeyLoader;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;

/** New RSA keys of the replicas, and one that all clients share; of the size of the library's own key. */
final class Keys implements RsaKeyLoader {
    private static final int BITS = 1024;

    private final List<KeyPair> replicas = new ArrayList<>();
    private final KeyPair clients;

    Keys(int replicaCount) throws NoSuchAlgorithmException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(BITS);
        for (int replica = 0; replica < replicaCount; replica++) {
            replicas.add(generator.generateKeyPair());
        }
        clients = generator.generateKeyPair();
    }

    private KeyPair of(int process) {
        return process < replicas.size() ? replicas.get(process) : clients;
    }

    @Override
    public PublicKey loadPublicKey(int process) {
        return of(process).getPublic();
    }

    @Override
    public PrivateKey loadPrivateKey(int process) {
        return of(process).getPrivate();
    }
}
