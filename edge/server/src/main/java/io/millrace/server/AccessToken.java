package io.millrace.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A token, and the value of the cookie that stands for it in a browser: a hash, so that the token itself is stored in
 * no browser. Compared in constant time.
 */
final class AccessToken {

    private static final String BEARER = "Bearer ";

    private final byte[] token;
    private final byte[] cookie;

    private AccessToken(byte[] token, byte[] cookie) {
        this.token = token;
        this.cookie = cookie;
    }

    static AccessToken of(String token) {
        byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
        return new AccessToken(bytes, HexFormat.of().formatHex(hash(bytes)).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] hash(byte[] token) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("millrace cookie ".getBytes(StandardCharsets.US_ASCII));
            return digest.digest(token);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean isToken(String given) {
        return MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8));
    }

    boolean isAuthorization(String header) {
        return header != null
                && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && isToken(header.substring(BEARER.length()).strip());
    }

    boolean isCookie(String value) {
        return MessageDigest.isEqual(cookie, value.getBytes(StandardCharsets.UTF_8));
    }

    String cookie() {
        return new String(cookie, StandardCharsets.US_ASCII);
    }
}
