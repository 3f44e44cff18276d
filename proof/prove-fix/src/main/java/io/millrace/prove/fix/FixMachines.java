package io.millrace.prove.fix;

import io.millrace.fixtures.FreePorts;
import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Two machines, each a process and a data directory: one runs the host with the sessions, the other stands by for it.
 * One thread.
 */
final class FixMachines implements AutoCloseable {

    private static final List<String> FLAGS = List.of("-Xmx384m", "-XX:+UseSerialGC", "-Xlog:disable");
    private static final String HOST = "a";
    private static final String[] NAMES = {HOST, "s"};
    private static final String FIX_DICTIONARY = "FIX44.xml";
    private final Path scratch;
    private final Path file;
    private final TestProcess[] processes = new TestProcess[NAMES.length];
    private final int port = FreePorts.next();

    /** The machine that runs the host. */
    private int site;

    /**
     * Writes the topology; nothing runs yet.
     *
     * @param venue the port of the counterparty that accepts
     */
    FixMachines(Path scratch, int venue) throws IOException {
        this.scratch = scratch;
        file = scratch.resolve("fix.yaml");
        try (InputStream in = FixMachines.class.getResourceAsStream("/" + FIX_DICTIONARY)) {
            Files.copy(in, scratch.resolve(FIX_DICTIONARY));
        }
        Files.writeString(file, topology(FreePorts.next(), FreePorts.next(), port, venue));
    }

    private static String topology(int host, int spare, int accepts, int venue) {
        return """
            name: fix-proof
            hosts:
              a: {address: "127.0.0.1:%d", replicas: [s]}
              s: {address: "127.0.0.1:%d"}
            channels:
              orders: {ownership: SHARED, host: a, roll: {size: 1MiB}}
              reports: {roll: {size: 1MiB}}
              log: {ownership: SHARED, host: a, roll: {size: 1MiB}}
            components:
              desk: {class: io.millrace.prove.fix.Desk, reads: [orders], writes: reports, host: a}
            fix:
              host: a
              in: orders
              out: reports
              store: log
              ports: {main: {address: "127.0.0.1:%d"}}
              dictionaries: {fix44: {file: FIX44.xml}}
              sessions:
                accepts: {session: "FIX.4.4:SELL->BUY", dictionary: fix44}
                connects:
                  session: "FIX.4.4:SELL->VENUE"
                  dictionary: fix44
                  connect: ["127.0.0.1:%d"]
                  firstWait: 100ms
                  longestWait: 500ms
            """.formatted(host, spare, accepts, venue);
    }

    /** Returns the port at which the host accepts sessions. */
    int port() {
        return port;
    }

    int site() {
        return site;
    }

    int standby() {
        return 1 - site;
    }

    private Path data(int machine) {
        return scratch.resolve(NAMES[machine]);
    }

    /** Starts the process of a machine, which runs the host or stands by. */
    void start(int machine) throws IOException {
        processes[machine] = command("run", machine, NAMES[machine]).start(scratch);
    }

    private JavaCommand command(String command, int machine, String host) {
        return JavaCommand.millrace(
                        command,
                        file.toString(),
                        "--host",
                        host,
                        "--data",
                        data(machine).toString())
                .withFlags(FLAGS.toArray(String[]::new));
    }

    void kill(int machine) {
        processes[machine].kill();
    }

    /** Returns whether the process of a machine runs. */
    boolean isAlive(int machine) {
        return processes[machine] != null && processes[machine].isAlive();
    }

    /** Sends a signal to the process of a machine. */
    void signal(int machine, String name) throws IOException {
        processes[machine].signal(name);
    }

    /** Returns whether the machine that stands by holds everything, as it says. */
    boolean isComplete() throws IOException {
        Path state = data(standby()).resolve("site");
        return Files.exists(state) && Files.readString(state).contains("COMPLETE");
    }

    /** Makes the machine that stands by the host; the former one is lost. */
    void promote() throws IOException {
        TestProcess.Ended ended = end("promote", standby(), HOST);
        if (ended.code() != 0) {
            throw new FixProofException("a promotion has failed machine=" + NAMES[standby()] + " code=" + ended.code()
                    + " out=" + ended.out() + " err=" + ended.err());
        }
        site = standby();
    }

    /** Resets the former machine; returns false if the host does not run at the other one yet. */
    boolean reset() throws IOException {
        TestProcess.Ended ended = end("reset", standby(), NAMES[standby()]);
        if (ended.code() > 1) {
            throw new FixProofException("a reset has failed machine=" + NAMES[standby()] + " code=" + ended.code()
                    + " out=" + ended.out() + " err=" + ended.err());
        }
        return ended.code() == 0;
    }

    private TestProcess.Ended end(String command, int machine, String host) throws IOException {
        try (TestProcess process = command(command, machine, host).start(scratch)) {
            return process.awaitEnd();
        }
    }

    /** Throws if a process that was started has ended by itself. */
    void expectAlive() {
        for (int machine = 0; machine < NAMES.length; machine++) {
            if (processes[machine] != null && !processes[machine].isAlive()) {
                throw new FixProofException("a process has ended by itself " + said(machine));
            }
        }
    }

    /** Takes a machine for lost until it is started again: that its process has ended is no fault. */
    void lose(int machine) {
        processes[machine] = null;
    }

    /** Returns what the process of a machine has printed. */
    String said(int machine) {
        TestProcess process = processes[machine];
        return "machine=" + NAMES[machine]
                + (process == null ? " lost" : " out=" + process.output() + " err=" + process.errors());
    }

    /** Returns what both have printed. */
    String said() {
        List<String> said = new ArrayList<>();
        for (int machine = 0; machine < NAMES.length; machine++) {
            said.add(said(machine));
        }
        return String.join(" ", said);
    }

    @Override
    public void close() {
        for (TestProcess process : processes) {
            if (process != null) {
                process.close();
            }
        }
    }
}
