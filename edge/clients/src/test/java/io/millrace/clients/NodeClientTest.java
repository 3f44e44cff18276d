package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.topology.RunningTopology;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client for JavaScript in Node, which has WebSocket from version 20 on. */
@Tag("process")
class NodeClientTest {

    private static final int LEAST_VERSION = 20;
    private static final Path TESTS = Path.of("src/test/node/client.test.mjs");
    private static final Path CLIENT = Path.of("../../clients/javascript/millrace.js");

    @TempDir
    private Path data;

    private String node(String... arguments) throws IOException, InterruptedException {
        Path output = data.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(arguments).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("MILLRACE_CLIENT", CLIENT.toUri().toString());
        Process process = builder.start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return process.exitValue() + " " + Files.readString(output);
    }

    private boolean hasNode() throws InterruptedException {
        try {
            Matcher version =
                    Pattern.compile("0 v([0-9]+)\\..*", Pattern.DOTALL).matcher(node("node", "--version"));
            return version.matches() && Integer.parseInt(version.group(1)) >= LEAST_VERSION;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void theClientForJavaScriptKeepsItsPromises() throws Exception {
        assumeTrue(hasNode(), "node of version " + LEAST_VERSION + " is not on the PATH");
        ClientsSpec clients = ClientsSpec.at(0).withFollow("prices", "placed").withAppend("orders", "placing");
        try (RunningTopology running = EchoTopology.start(data.resolve("run"), clients)) {
            String server = "ws://" + URI.create(EchoTopology.uri(running)).getAuthority() + "/clients";
            String output = node(
                    "env",
                    "MILLRACE_URL=" + server,
                    "node",
                    "--experimental-websocket",
                    "--test",
                    TESTS.toAbsolutePath().toString());
            assertTrue(output.startsWith("0 "), output);
            assertTrue(output.contains("# pass 18") || output.contains("ℹ pass 18"), output);
            assertEquals(-1, output.indexOf("# fail 1"), output);
        }
    }
}
