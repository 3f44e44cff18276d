package io.millrace.ledger;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.Tolerates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tolerates(threads = "Native reference cleanup thread", because = "Corretto never ends its thread")
final class SignaturesTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final Path WYCHEPROOF = Path.of("src/test/data/wycheproof-ed25519.json");

    static List<SignatureBackend> backends() {
        return Signatures.available();
    }

    @Test
    void allFourImplementationsAreThere() {
        assertEquals(
                4,
                backends().size(),
                () -> backends().stream().map(SignatureBackend::name).toList().toString());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void anImplementationAnswersItsTestRightly(SignatureBackend backend) {
        assertEquals(Optional.empty(), Signatures.firstWrongAnswer(backend), backend.name());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void anImplementationAnswersTheVectorsOfWycheproof(SignatureBackend backend) throws Exception {
        Signatures signatures = Signatures.of(backend);
        String json = Files.readString(WYCHEPROOF);
        Matcher matcher = Pattern.compile("\"pk\": \"([0-9a-f]*)\"|\"tcId\": (\\d+)"
                        + "|\"(msg|sig)\": \"([0-9a-f]*)\"|\"result\": \"(\\w+)\"")
                .matcher(json);
        List<String> wrong = new ArrayList<>();
        String key = "";
        String number = "";
        String message = "";
        String signature = "";
        int tests = 0;
        while (matcher.find()) {
            if (matcher.group(1) != null) {
                key = matcher.group(1);
            } else if (matcher.group(2) != null) {
                number = matcher.group(2);
            } else if ("msg".equals(matcher.group(3))) {
                message = matcher.group(4);
            } else if ("sig".equals(matcher.group(3))) {
                signature = matcher.group(4);
            } else {
                tests++;
                boolean isRight = VerificationKey.refusal(HEX.parseHex(key)).isEmpty()
                        && signatures.isRight(HEX.parseHex(key), HEX.parseHex(message), HEX.parseHex(signature));
                if (isRight != matcher.group(5).equals("valid")) {
                    wrong.add(number);
                }
            }
        }
        assertEquals(151, tests);
        assertEquals(List.of(), wrong, backend.name());
    }

    @ParameterizedTest
    @MethodSource("backends")
    void whatOneImplementationSignsAllAccept(SignatureBackend backend) {
        SigningKey key = SigningKey.generate();
        byte[] message = HEX.parseHex("00112233");
        byte[] signature = Signatures.of(backend).sign(key, SignatureDomain.BLOCK, message);
        for (SignatureBackend other : backends()) {
            Signatures signatures = Signatures.of(other);
            assertArrayEquals(signature, signatures.sign(key, SignatureDomain.BLOCK, message), other.name());
            assertTrue(signatures.verify(key.verificationKey(), SignatureDomain.BLOCK, message, signature));
            assertFalse(signatures.verify(key.verificationKey(), SignatureDomain.CALLS, message, signature));
            assertFalse(signatures.verify(key.verificationKey(), SignatureDomain.BLOCK, new byte[0], signature));
            assertFalse(signatures.verify(key.verificationKey(), SignatureDomain.BLOCK, message, new byte[63]));
        }
    }

    @Test
    void theKeyOfASeedIsThatOfTheStandard() {
        // RFC 8032, section 7.1, test 1.
        SigningKey key =
                SigningKey.ofSeed(HEX.parseHex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));
        assertEquals(
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
                key.verificationKey().toString());
        assertEquals("key=" + key.verificationKey(), key.toString());
    }

    @Test
    void anImplementationThatAcceptsEverythingIsNotUsed() {
        SignatureBackend careless = new SignatureBackend() {
            @Override
            public String name() {
                return "careless";
            }

            @Override
            public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
                return true;
            }

            @Override
            public byte[] sign(byte[] seed, byte[] message) {
                return new byte[Signatures.SIGNATURE_BYTES];
            }
        };
        LedgerException thrown = assertThrows(LedgerException.class, () -> Signatures.of(careless));
        assertTrue(
                thrown.getMessage().startsWith("an implementation of Ed25519 fails its test backend=careless"),
                thrown.getMessage());
    }

    @Test
    void bytesThatAreNoKeyAreNamedWithTheReason() {
        assertEquals("a key has 32 bytes length=31 key=" + "00".repeat(31), refusal("00".repeat(31)));
        assertEquals("a key is a point of small order key=01" + "00".repeat(31), refusal("01" + "00".repeat(31)));
        assertTrue(refusal("ee" + "ff".repeat(30) + "7f").startsWith("a key is not the canonical encoding"));
        assertTrue(refusal("68e2d2a5ad44762c2a1e440e9e33082f74b714c6da1a594c48ba46ca1184aa9d")
                .startsWith("a key has a part of small order"));
    }

    private static String refusal(String key) {
        return assertThrows(LedgerException.class, () -> VerificationKey.register(HEX.parseHex(key)))
                .getMessage();
    }

    @Test
    void aSeatSignsTheDigestOfItsBlockInTheDomainOfBlocks() {
        SigningKey key = SigningKey.ofSeed(new byte[SigningKey.SEED_BYTES]);
        Signatures signatures = Signatures.of(Signatures.available().getLast());
        KeySignatures signer = new KeySignatures(signatures, key, List.of(key.verificationKey()));
        Digest digest = Digest.of(new byte[32]);
        byte[] signature = signer.sign(digest);
        assertTrue(signer.verify(0, digest, signature));
        assertTrue(signatures.verify(key.verificationKey(), SignatureDomain.BLOCK, digest.bytes(), signature));
        signature[0] ^= 1;
        assertFalse(signer.verify(0, digest, signature));
    }
}
