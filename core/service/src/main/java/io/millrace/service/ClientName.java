package io.millrace.service;

import io.millrace.channel.Source;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/**
 * The names of clients: {@code principal/time-random}. The principal, with the slash, is missing where clients are not
 * told apart. The time is when the name was issued, in nanoseconds since the epoch, as 16 hexadecimal digits. It is
 * later than every call before in the channels to which the client may append, and every call of the client is later:
 * a name that is later than the newest call of all clients that were forgotten has made no call. Names without a
 * time, as they were issued before, are valid too, and older than everything.
 *
 * <p>In the history of a call the name is an external source with a prefix, whose index is the client's number of the
 * call.
 */
public final class ClientName {

    /** The names of clients in histories begin so. */
    public static final String PREFIX = "client/";

    /** The time of a name that states none. */
    public static final long NO_TIME = Long.MIN_VALUE;

    private static final int TIME_DIGITS = 16;

    private ClientName() {}

    /**
     * Returns a new name.
     *
     * @param principal the owner of the token or certificate; empty where that is not known
     * @param timeNs now, in nanoseconds since the epoch; later than the newest call of every channel to append to
     * @param random what tells it from all others and cannot be guessed
     */
    public static String issue(String principal, long timeNs, UUID random) {
        return (principal.isEmpty() ? "" : principal + '/') + HexFormat.of().toHexDigits(timeNs) + '-' + random;
    }

    /** Returns the principal of a name; empty where it has none. */
    public static String principal(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0 ? "" : name.substring(0, slash);
    }

    /** Returns when a name was issued, in nanoseconds since the epoch; {@link #NO_TIME} where it does not say. */
    public static long timeNs(String name) {
        int from = name.lastIndexOf('/') + 1;
        int end = from + TIME_DIGITS;
        if (end >= name.length() || name.charAt(end) != '-') {
            return NO_TIME;
        }
        for (int i = from; i < end; i++) {
            if (!HexFormat.isHexDigit(name.charAt(i))) {
                return NO_TIME;
            }
        }
        return HexFormat.fromHexDigitsToLong(name, from, end);
    }

    /** Returns the source under which the calls of a client are written. */
    public static Source source(String name) {
        return Source.external(PREFIX + name);
    }

    /** Returns the client whose calls a source are; empty where it is none. */
    public static Optional<String> of(Source source) {
        return source.isExternal() && source.name().startsWith(PREFIX)
                ? Optional.of(source.name().substring(PREFIX.length()))
                : Optional.empty();
    }
}
