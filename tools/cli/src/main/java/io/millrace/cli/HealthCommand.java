package io.millrace.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.text.JsonErrors;
import io.millrace.topology.HealthState;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports by its exit code whether a running topology is healthy, for the probes of containers. */
@Command(
        name = "health",
        sortOptions = false,
        description = {
            "Report whether a topology of 'run --health' is healthy: exit code 0 if it is, 1 if not.",
            "A file that is missing or older than --max-age is not healthy: the process is gone or stands still."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace health /run/market/health.json",
            "  millrace health /run/market/health.json --ready",
            "  millrace health http://127.0.0.1:8081/ready"
        })
final class HealthCommand implements Callable<Integer> {
    private static final int CONNECT_WITHIN_MS = 5_000;

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "FILE|URL",
            description = "The file of 'run --health', or a URL of its socket: /live or /ready.")
    private String where;

    @Option(
            names = "--ready",
            description = "Check whether new inputs are taken; without it a topology"
                    + " that still restarts is healthy too.")
    private boolean ready;

    @Option(
            names = "--max-age",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "The maximum age of the file, in seconds (default: ${DEFAULT-VALUE}).")
    private long maxAgeSeconds;

    @Spec
    private CommandSpec spec;

    HealthCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (maxAgeSeconds < 1) {
            throw new ParameterException(spec.commandLine(), "--max-age must be at least 1 max-age=" + maxAgeSeconds);
        }
        boolean isUrl = where.startsWith("http://");
        return isUrl ? ofUrl() : ofFile(Path.of(where));
    }

    private int ofUrl() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) new URI(where).toURL().openConnection();
            connection.setConnectTimeout(CONNECT_WITHIN_MS);
            connection.setReadTimeout(CONNECT_WITHIN_MS);
            try {
                int status = connection.getResponseCode();
                boolean healthy = status == HttpURLConnection.HTTP_OK;
                return say(healthy, "status=" + status + " url=" + where);
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return say(false, "nothing answers url=" + where + " reason=" + e);
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new InputException("not a URL url=" + where, e);
        }
    }

    private int ofFile(Path file) {
        String state = "";
        String at = "";
        try (JsonParser json = new JsonFactory().createParser(Files.readString(file))) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("state")) {
                    state = json.getText();
                } else if (name.equals("at")) {
                    at = json.getText();
                }
                json.skipChildren();
            }
            Duration age = Duration.between(Instant.parse(at), Instant.now());
            boolean fresh = age.compareTo(Duration.ofSeconds(maxAgeSeconds)) <= 0;
            HealthState health = HealthState.valueOf(state);
            boolean healthy = fresh && (ready ? health.isReady() : health.isLive());
            return say(
                    healthy,
                    "state=" + state + " ageMs=" + age.toMillis()
                            + (fresh ? "" : "; it was not written since, so the process has ended or hangs"));
        } catch (JsonProcessingException e) {
            return say(false, "the file says nothing about health file=" + file + " reason=" + JsonErrors.reason(e));
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return say(false, "the file says nothing about health file=" + file + " reason=" + e);
        }
    }

    private int say(boolean healthy, String what) {
        console.out().line((healthy ? "healthy " : "not healthy ") + what);
        return healthy ? ExitCode.OK : ExitCode.FAILED;
    }
}
