package io.millrace.examples.market;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.FreePorts;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The hosts of the example as processes, each with a directory of its own. */
final class MarketHosts implements AutoCloseable {

    /** The time between two looks at the journals of a host, which are opened each time. */
    static final long LOOK_MS = 20;

    private static final int FIRST_PORT = 7100;

    private final Path directory;
    private final Path input;
    private int rate;
    private final Path file;
    private final Map<String, MarketProcess> processes = new LinkedHashMap<>();

    /**
     * Writes the topology with addresses that are free here.
     *
     * @param rate how many trades are read in a second
     */
    MarketHosts(Path directory, String topology, int hosts, Path input, int rate) throws IOException {
        this.rate = rate;
        this.directory = directory;
        this.input = input;
        String text = Files.readString(Path.of("cluster", topology))
                .replace("../target", Path.of("target").toAbsolutePath().toString());
        for (int port = FIRST_PORT; port < FIRST_PORT + hosts; port++) {
            text = text.replace(":" + port + "\"", ":" + FreePorts.next() + "\"");
        }
        this.file = Files.writeString(directory.resolve(topology), text);
    }

    /** Sets how many trades are read in a second by hosts that are started from now on. */
    void setRate(int rate) {
        this.rate = rate;
    }

    /** Returns the data directory of a machine. */
    Path data(String machine) {
        return directory.resolve("data-" + machine);
    }

    /** Starts a host at a machine. */
    MarketProcess start(String host, String machine) throws IOException {
        MarketProcess process = MarketProcess.start(
                directory,
                "run",
                file.toString(),
                "--host",
                host,
                "--data",
                data(machine).toString(),
                "--input",
                input.toString(),
                "--rate",
                Integer.toString(rate));
        processes.put(machine, process);
        return process;
    }

    /** Runs a command about a host at a machine to its end. */
    MarketProcess command(String command, String host, String machine, String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                command,
                file.toString(),
                "--host",
                host,
                "--data",
                data(machine).toString()));
        all.addAll(List.of(more));
        return MarketProcess.start(directory, all.toArray(String[]::new));
    }

    /** Kills the process of a machine, and returns whether it was running. */
    boolean kill(String machine) throws InterruptedException {
        MarketProcess process = processes.get(machine);
        boolean isRunning = process.isAlive();
        process.kill();
        return isRunning;
    }

    MarketProcess process(String machine) {
        return processes.get(machine);
    }

    /** Waits until a machine is the complete spare of its host; false where the host has ended before that. */
    boolean awaitComplete(String machine, String host) throws InterruptedException, IOException {
        Path site = data(machine).resolve("site");
        while (!Files.exists(site) || !Files.readString(site).contains("COMPLETE")) {
            checkAlive(List.of());
            if (!processes.get(host).isAlive()) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
        return true;
    }

    /** Waits until channels at a machine have so many messages together, or the process of it has ended. */
    void awaitMessages(String machine, List<String> channels, long messages) throws InterruptedException {
        try {
            while (processes.get(machine).isAlive() && messages(machine, channels) < messages) {
                checkAlive(List.of());
                TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) { // the test has waited too long
            processes.forEach((name, process) -> System.out.println(name + " says: " + process.output()));
            throw e;
        }
    }

    /** Fails where a process has failed. */
    private void checkAlive(List<String> except) throws InterruptedException {
        for (Map.Entry<String, MarketProcess> process : processes.entrySet()) {
            MarketProcess each = process.getValue();
            boolean isWell = except.contains(process.getKey()) || each.isAlive() || each.await() == 0;
            assertTrue(isWell, () -> process.getKey() + " has failed: " + each.output());
        }
    }

    /** Forgets a machine that was killed for good. */
    void forget(String machine) {
        processes.remove(machine);
    }

    /** Waits until every process has ended well. */
    void awaitWell() throws InterruptedException {
        for (MarketProcess process : processes.values()) {
            process.awaitWell();
        }
    }

    /** Returns how many messages channels have at a machine. */
    long messages(String machine, List<String> channels) {
        long messages = 0;
        for (String channel : channels) {
            Path journal = data(machine).resolve(channel);
            if (Journal.exists(journal)) {
                try (Journal opened = Journal.openReadOnly(journal)) {
                    messages += opened.messages();
                } catch (JournalException e) {
                    // it is being made
                }
            }
        }
        return messages;
    }

    @Override
    public void close() {
        processes.values().forEach(MarketProcess::close);
    }
}
