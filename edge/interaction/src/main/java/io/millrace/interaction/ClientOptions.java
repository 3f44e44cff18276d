package io.millrace.interaction;

import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The choices of a client.
 *
 * @param types the allow-list of visitors and handlers that it sends, and of what it receives
 * @param format {@code BINARY} or {@code JSON}
 * @param callTimeout after how long without an answer a call fails
 * @param spin for how long a thread that waits for an answer looks before it parks
 * @param limits how much it keeps
 * @param errorHandler gets what its listeners throw, in the thread that receives
 * @param name the name that a server has given to this client, empty for a new one; without it there is none
 * @param token what shows the server over TCP without TLS that this client may call; empty for none
 */
public record ClientOptions(
        WireTypes types,
        WireFormat format,
        Duration callTimeout,
        Duration spin,
        InteractionLimits limits,
        Consumer<Throwable> errorHandler,
        Optional<String> name,
        String token) {

    /** Checks the values. */
    public ClientOptions {
        Objects.requireNonNull(types, "types");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(errorHandler, "errorHandler");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(token, "token");
        if (format != WireFormat.BINARY && format != WireFormat.JSON) {
            throw new InteractionException("format of frames must be BINARY or JSON format=" + format);
        }
        if (callTimeout.isNegative() || callTimeout.isZero() || spin.isNegative()) {
            throw new InteractionException(
                    "times of a client must be positive callTimeout=" + callTimeout + " spin=" + spin);
        }
    }

    /** Returns BINARY, ten seconds for an answer, 20 us of looking, and an empty allow-list. */
    public static ClientOptions defaults() {
        return new ClientOptions(
                WireTypes.none(),
                WireFormat.BINARY,
                Duration.ofSeconds(10),
                Duration.ofNanos(20_000),
                InteractionLimits.defaults(),
                error -> System.getLogger(ClientOptions.class.getPackageName())
                        .log(Level.WARNING, "a listener of a client has failed", error),
                Optional.empty(),
                "");
    }

    /** Returns these options with another allow-list. */
    public ClientOptions withTypes(WireTypes value) {
        return new ClientOptions(value, format, callTimeout, spin, limits, errorHandler, name, token);
    }

    /** Returns these options with another format. */
    public ClientOptions withFormat(WireFormat value) {
        return new ClientOptions(types, value, callTimeout, spin, limits, errorHandler, name, token);
    }

    /** Returns these options with another time for answers. */
    public ClientOptions withCallTimeout(Duration value) {
        return new ClientOptions(types, format, value, spin, limits, errorHandler, name, token);
    }

    /** Returns these options with another time of looking. */
    public ClientOptions withSpin(Duration value) {
        return new ClientOptions(types, format, callTimeout, value, limits, errorHandler, name, token);
    }

    /** Returns these options with other limits. */
    public ClientOptions withLimits(InteractionLimits value) {
        return new ClientOptions(types, format, callTimeout, spin, value, errorHandler, name, token);
    }

    /** Returns these options with another error handler. */
    public ClientOptions withErrorHandler(Consumer<Throwable> value) {
        return new ClientOptions(types, format, callTimeout, spin, limits, value, name, token);
    }

    /** Returns these options for a client that asks for a name, so that its changes can carry numbers. */
    public ClientOptions withNewName() {
        return withName("");
    }

    /**
     * Returns these options for a client that has its name from an earlier session.
     *
     * @param value what {@link InteractionClient#name} has returned
     */
    public ClientOptions withName(String value) {
        return new ClientOptions(types, format, callTimeout, spin, limits, errorHandler, Optional.of(value), token);
    }

    /** Returns these options with the token of a server that asks for one in the greeting, as over TCP without TLS. */
    public ClientOptions withToken(String value) {
        return new ClientOptions(types, format, callTimeout, spin, limits, errorHandler, name, value);
    }

    /** Returns the choices in words, without the token and the name. */
    @Override
    public String toString() {
        return "ClientOptions[format=" + format + ", callTimeout=" + callTimeout + ", spin=" + spin + ", limits="
                + limits + "]";
    }
}
