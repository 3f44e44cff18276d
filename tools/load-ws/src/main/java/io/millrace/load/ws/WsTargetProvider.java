package io.millrace.load.ws;

import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetProvider;
import java.util.Set;

/** Creates targets for {@code ws://HOST:PORT} and {@code wss://HOST:PORT}. */
public final class WsTargetProvider implements TargetProvider {
    /** Creates the provider; called by the service loader. */
    public WsTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("ws", "wss");
    }

    @Override
    public String help() {
        return "ws://HOST:PORT appends calls over WebSocket to a server for clients; a call is over when it is"
                + " acknowledged. Fields: channel, method, arguments (JSON). Options: token-file, in-flight (of each"
                + " thread; 256), timeout-ms (without a connection; 5000).";
    }

    @Override
    public String defaultOperation() {
        return "append";
    }

    @Override
    public Target target(TargetOptions options) {
        return WsTarget.of(options);
    }
}
