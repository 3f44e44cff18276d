package io.millrace.load.ws;

import io.millrace.client.ClientException;
import io.millrace.client.ClientOptions;
import io.millrace.client.ClientState;
import io.millrace.client.MillraceClient;
import io.millrace.load.LoadException;
import io.millrace.load.OperationSpec;
import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** A server for clients. Each session is a client of its own. */
final class WsTarget implements Target {
    private static final int IN_FLIGHT = 256;
    private static final int MOST_IN_FLIGHT = 100_000;
    private static final int TIMEOUT_MS = 5_000;
    private static final int MOST_MS = 86_400_000;

    private final ClientOptions options;
    private final int inFlight;
    private final Duration timeout;

    private WsTarget(ClientOptions options, int inFlight, Duration timeout) {
        this.options = options;
        this.inFlight = inFlight;
        this.timeout = timeout;
    }

    static WsTarget of(TargetOptions options) {
        options.allow("token-file", "in-flight", "timeout-ms");
        int inFlight = (int) options.number("in-flight", IN_FLIGHT, 1, MOST_IN_FLIGHT);
        Duration timeout = Duration.ofMillis(options.number("timeout-ms", TIMEOUT_MS, 1, MOST_MS));
        try {
            ClientOptions client =
                    ClientOptions.at(options.url()).withMaxPending(inFlight).withGiveUpAfter(timeout);
            String file = options.value("token-file", "");
            return new WsTarget(file.isEmpty() ? client : client.withToken(token(file)), inFlight, timeout);
        } catch (ClientException | IllegalArgumentException e) {
            throw new LoadException("target is not ws://HOST:PORT target=" + options.url(), e);
        }
    }

    private static String token(String file) {
        try {
            return Files.readString(Path.of(file))
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
        } catch (IOException e) {
            throw new LoadException("cannot read the token token-file=" + file + " reason=" + e, e);
        }
    }

    @Override
    public TargetSession prepare(List<OperationSpec> operations) throws InterruptedException {
        List<WsOperation> kinds = operations.stream().map(WsOperation::of).toList();
        CompletableFuture<ClientState> connected = new CompletableFuture<>();
        AtomicReference<String> error = new AtomicReference<>("no answer");
        MillraceClient client = MillraceClient.connect(options.withListeners(connected::complete, error::set));
        try {
            var _ = connected.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new WsSession(client, kinds, inFlight);
        } catch (TimeoutException | ExecutionException e) {
            client.close();
            throw new LoadException("cannot connect target=" + options.uris().getFirst() + " reason=" + error.get(), e);
        } catch (InterruptedException e) {
            client.close();
            throw e;
        }
    }
}
