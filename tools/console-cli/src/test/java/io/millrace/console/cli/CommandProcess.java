package io.millrace.console.cli;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The {@code millrace} command in a process of its own, where exit codes and signals are real. */
final class CommandProcess {

    /** An answer of the page's server. */
    record Answer(int status, String type, String body) {}

    private CommandProcess() {}

    static TestProcess start(Path directory, String... arguments) throws IOException {
        return JavaCommand.millrace(arguments).start(directory);
    }

    /** Starts a process whose output goes to a file. */
    static TestProcess to(Path out, Path directory, String... arguments) throws IOException {
        return TestProcess.start(
                directory, JavaCommand.millrace(arguments).builder().redirectOutput(out.toFile()));
    }

    static TestProcess.Ended run(Path directory, String... arguments) throws IOException {
        try (TestProcess process = start(directory, arguments)) {
            return process.awaitEnd();
        }
    }

    /** Waits for the line with the address of the page, and returns it. */
    static String announced(TestProcess process) {
        return announced(process, "console: ");
    }

    /** Waits for a line that contains a text, and returns what follows the text. */
    static String announced(TestProcess process, String before) {
        return process.await(Pattern.compile(Pattern.quote(before) + "(.*)"));
    }

    /** Gets a path of the page's server. */
    static Answer get(URI uri, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            return new Answer(response.statusCode(), type, response.body());
        }
    }
}
