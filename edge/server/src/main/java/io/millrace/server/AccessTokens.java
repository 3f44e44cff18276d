package io.millrace.server;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The tokens that a server accepts, each with the name of its owner; the name may be empty where there is one. Tokens
 * have 16 to 1,024 printable ASCII characters without a space, and are compared in constant time. Immutable.
 */
public final class AccessTokens {

    private static final AccessTokens NONE = new AccessTokens(Map.of());
    private static final int MIN_TOKEN = 16;
    private static final int MAX_TOKEN = 1024;

    private final Map<String, AccessToken> tokens;

    private AccessTokens(Map<String, AccessToken> tokens) {
        this.tokens = tokens;
    }

    /** Returns no tokens: every client that reaches the server is accepted. */
    public static AccessTokens none() {
        return NONE;
    }

    /**
     * Returns one token, whose owner has no name.
     *
     * @throws ServerException where it is too short, too long, or has other characters
     */
    public static AccessTokens of(String token) {
        return of(Map.of("", token));
    }

    /**
     * Returns several tokens.
     *
     * @param byName the tokens by the names of their owners, of letters, digits, dots, dashes and underscores
     * @throws ServerException where a token or a name is not valid, or two owners have one token
     */
    public static AccessTokens of(Map<String, String> byName) {
        Map<String, AccessToken> tokens = new LinkedHashMap<>();
        byName.forEach((name, token) -> {
            if (!name.matches("[A-Za-z0-9._-]{0,64}")) {
                throw new ServerException("name of a token has letters, digits, dots, dashes and underscores, at most"
                        + " 64 name=" + name);
            }
            check(token);
            if (tokens.values().stream().anyMatch(other -> other.isToken(token))) {
                throw new ServerException("two names have one token name=" + name);
            }
            tokens.put(name, AccessToken.of(token));
        });
        return new AccessTokens(tokens);
    }

    private static void check(String token) {
        if (token.length() < MIN_TOKEN || token.length() > MAX_TOKEN || !token.matches("[!-~]+")) {
            throw new ServerException("token needs " + MIN_TOKEN + " to " + MAX_TOKEN
                    + " printable ASCII characters without spaces length=" + token.length());
        }
    }

    /**
     * Reads the tokens of a file: one token in its first line, or a line {@code NAME TOKEN} for each owner. Empty lines
     * and those that begin with {@code #} are left out.
     *
     * @param file the file, which its owner alone may read
     * @throws ServerException where the file cannot be read, has no token or others than its owner may read it
     */
    public static AccessTokens ofFile(Path file) {
        Map<String, String> tokens = new LinkedHashMap<>();
        for (String line : TokenFile.lines(file)) {
            String[] words = line.split("\\s+", -1);
            if (words.length > 2) {
                throw new ServerException(
                        "a line of the file of tokens is NAME TOKEN file=" + file + " words=" + words.length);
            }
            if (tokens.putIfAbsent(words.length == 2 ? words[0] : "", words[words.length - 1]) != null) {
                throw new ServerException("file of tokens has two tokens of one name file=" + file + " name="
                        + (words.length == 2 ? words[0] : ""));
            }
        }
        if (tokens.isEmpty()) {
            throw new ServerException("file of the token has no token in its first line file=" + file);
        }
        return of(tokens);
    }

    /** Returns whether there is none, so that everyone is accepted. */
    public boolean isEmpty() {
        return tokens.isEmpty();
    }

    /** Returns the name of the owner of a token; empty where it is none of these. */
    public Optional<String> owner(String token) {
        return tokens.entrySet().stream()
                .filter(each -> each.getValue().isToken(token))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Returns the names of the owners, in the order of the file. */
    public Set<String> names() {
        return Collections.unmodifiableSet(tokens.keySet());
    }

    /**
     * Returns the name of the owner that a header {@code Authorization} or else a cookie stands for: a user who enters
     * another token on a page acts by that.
     */
    Optional<String> owner(Iterable<String> authorizations, Iterable<String> cookies) {
        return owner(authorizations, AccessToken::isAuthorization).or(() -> owner(cookies, AccessToken::isCookie));
    }

    private Optional<String> owner(Iterable<String> values, BiPredicate<AccessToken, String> stands) {
        for (Map.Entry<String, AccessToken> each : tokens.entrySet()) {
            for (String value : values) {
                if (stands.test(each.getValue(), value)) {
                    return Optional.of(each.getKey());
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the value of the cookie that stands for a token. */
    Optional<String> cookie(String token) {
        return owner(token).map(tokens::get).map(AccessToken::cookie);
    }

    /** Returns the names, without the tokens. */
    @Override
    public String toString() {
        return isEmpty() ? "none" : "set" + tokens.keySet();
    }
}
