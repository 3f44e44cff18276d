package io.millrace.interaction;

import java.util.Objects;

/**
 * The metadata of a request. A method with a parameter of this type gives it explicitly; other methods have that of
 * their proxy.
 *
 * @param path where the request goes, for example to which of several objects; may be empty
 * @param transaction an identifier of what the request belongs to; may be empty
 */
public record Routing(String path, String transaction) {

    /** The most characters of each. */
    public static final int MAX_CHARS = 1_000;

    private static final Routing NONE = new Routing("", "");

    /** Checks the lengths. */
    public Routing {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(transaction, "transaction");
        if (path.length() > MAX_CHARS || transaction.length() > MAX_CHARS) {
            throw new InteractionException("routing is too long pathChars=" + path.length() + " transactionChars="
                    + transaction.length() + " max=" + MAX_CHARS);
        }
    }

    /** Returns the routing without path and transaction. */
    public static Routing none() {
        return NONE;
    }

    /** Returns a routing to a path. */
    public static Routing to(String path) {
        return new Routing(path, "");
    }

    /** Returns the same routing with a transaction. */
    public Routing withTransaction(String id) {
        return new Routing(path, id);
    }
}
