package io.millrace.examples.alarms;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The example in a process of its own, which can be killed. */
final class AlarmsProcess implements AutoCloseable {
    private static final Pattern LISTENS = Pattern.compile("(?m)^clients: (.*)$");

    private final TestProcess process;
    private final URI address;

    private AlarmsProcess(TestProcess process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Starts the example and waits until it listens; what it prints goes into a folder of its own. */
    static AlarmsProcess start(Path output, Path data, int port) throws IOException {
        TestProcess process = JavaCommand.of("io.millrace.cli.Millrace", "run", "alarms.yaml")
                .withFlags("-Xmx256m")
                .withArguments("--data", data.toString(), "--clients-port", Integer.toString(port))
                .withArguments("--every", "2ms", "--patience", "50ms")
                .start(output);
        return new AlarmsProcess(process, URI.create(process.await(LISTENS)));
    }

    URI address() {
        return address;
    }

    /** Ends the process with SIGKILL and waits for its end. */
    @Override
    public void close() {
        process.close();
    }
}
