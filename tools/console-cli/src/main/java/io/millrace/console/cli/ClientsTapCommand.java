package io.millrace.console.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code clients tap}: the conversation of a client with its server, or the names of all clients. */
@Command(
        name = "tap",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show what a client and its server say to each other, each text as a YAML document on one line, until"
                    + " Ctrl-C.",
            "Without a name it shows the names of the clients that are connected. The key tap of the section clients"
                    + " has the principals that may see this."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace clients tap http://127.0.0.1:8090/",
            "  millrace clients tap http://127.0.0.1:8090/ alice/6a3c... --token-file token.txt"
        })
final class ClientsTapCommand implements Callable<Integer> {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    private static final String ERROR = "{\"error\":";

    @Parameters(
            index = "0",
            paramLabel = "ADDRESS",
            description = "The address of the server, as 'millrace run' prints it.")
    private URI address;

    @Parameters(index = "1", arity = "0..1", paramLabel = "CLIENT", description = "The name of the client.")
    private String client;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file whose first line is the token to show.")
    private Path tokenFile;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (address.getRawAuthority() == null) {
            throw new ParameterException(
                    spec.commandLine(), "the address is not as http://HOST:PORT/ address=" + address);
        }
        if (client != null && !client.matches("[!-~&&[^\"\\\\]]{1,200}")) {
            throw new ParameterException(spec.commandLine(), "this is no name of a client client=" + client);
        }
        boolean isSecure = "https".equals(address.getScheme()) || "wss".equals(address.getScheme());
        try (HttpClient http =
                HttpClient.newBuilder().connectTimeout(CONNECT_WITHIN).build()) {
            WebSocket.Builder builder = http.newWebSocketBuilder()
                    .connectTimeout(CONNECT_WITHIN)
                    .header("Origin", (isSecure ? "https://" : "http://") + address.getRawAuthority());
            if (tokenFile != null) {
                builder.header("Authorization", "Bearer " + token());
            }
            URI uri = URI.create((isSecure ? "wss://" : "ws://") + address.getRawAuthority() + "/clients");
            TapTexts texts = new TapTexts();
            WebSocket socket = builder.buildAsync(uri, texts).get();
            try {
                String name = client == null ? "" : ",\"client\":\"" + client + "\"";
                socket.sendText("{\"request\":\"tap\"" + name + "}", true).get();
                return print(texts);
            } finally {
                socket.abort();
                http.shutdownNow();
            }
        } catch (ExecutionException e) {
            throw new ParameterException(
                    spec.commandLine(), "cannot see clients address=" + address + " reason=" + e.getCause(), e);
        }
    }

    private String token() {
        try {
            return Files.readString(tokenFile).lines().findFirst().orElse("").strip();
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "cannot read the token token-file=" + tokenFile + " reason=" + e, e);
        }
    }

    private int print(TapTexts texts) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        while (true) {
            String text = texts.next();
            if (text.isEmpty() || text.startsWith(ERROR)) {
                err.println("millrace: " + (text.isEmpty() ? texts.ended() : text));
                return 1;
            }
            out.println("--- " + text); // JSON is YAML too
            out.flush();
            if (client == null) {
                return 0;
            }
        }
    }
}
