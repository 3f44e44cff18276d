package io.millrace.prove;

import io.millrace.channel.ChannelEnd;
import io.millrace.cli.Millrace;
import io.millrace.journal.Journal;
import io.millrace.prove.LinkProxy.State;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machines of a round of {@link HostsProof}: a process and a data directory each, and a proxy by which one reaches
 * another. Used by one thread.
 */
final class HostMachines implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final String NAMES_END = ".prove";

    /** The addresses of proxies begin so; all of them are of the loopback interface. */
    private static final String PROXIES = "127.1.";

    private static final Pattern TAKEN_OVER = Pattern.compile("the first new message came ([0-9,]+) ms");
    private static final long LOOK_MS = 2;
    private static final long COMMAND_WITHIN_SECONDS = 300;

    /** In one round of so many the threads of hosts have the usual idle strategy. */
    private static final int USUALLY_IDLE = 4;

    private static final int SHOWN_OF_ERRORS = 2_000;

    /** In so long a round has ended, whatever its faults. */
    private static final long ROUND_WITHIN_NS = TimeUnit.SECONDS.toNanos(1_200);

    private final Path scratch;
    private final ProcessClasses classes;
    private final List<String> names;
    private final long rate;
    private final Process[] processes;
    private final LinkProxy[][] links;
    private final boolean[] hasEnded;
    private final Map<Integer, List<String>> options = new HashMap<>();
    private final long startNs = System.nanoTime();

    /** Gives the text of the topology, once the addresses of its hosts are known. */
    private Supplier<String> topologyText;

    private OnEnd onEnd = _ -> {};

    /** Whether the processes of hosts that end by themselves write an archive of their classes. */
    private boolean writesArchive;

    /**
     * Creates the machines; none runs yet.
     *
     * @param scratch where they have their directories
     * @param classes those of their processes
     * @param names their names
     * @param rate how many messages a source has in a second
     */
    HostMachines(Path scratch, ProcessClasses classes, List<String> names, long rate) {
        this.scratch = scratch;
        this.classes = classes;
        this.names = List.copyOf(names);
        this.rate = rate;
        this.processes = new Process[names.size()];
        this.links = new LinkProxy[names.size()][names.size()];
        this.hasEnded = new boolean[names.size()];
    }

    /**
     * Returns what threads of hosts do that have no work: mostly they sleep for a millisecond, since the threads of so
     * many processes take the processors from each other, and else what is usual.
     */
    static String idle(SplittableRandom random) {
        return random.nextInt(USUALLY_IDLE) == 0 ? "backoff" : "parking";
    }

    /** Is told of a machine that has ended by itself, without an error. */
    interface OnEnd {
        void ended(int machine);
    }

    /** Sets what is told, once for each start, of a machine that has ended by itself. */
    void onEnd(OnEnd listener) {
        onEnd = listener;
    }

    /** Returns the topology for the addresses of its hosts. */
    interface TopologyText {
        String of(SequencedMap<String, String> addresses);
    }

    /**
     * Writes the topology, and for each machine a file of names. A machine listens at its name and a port; by the files
     * of the others that name is the address of the proxy on the way. So a machine that learns an address from another
     * one is at the end of a proxy too.
     */
    void writeTopology(TopologyText text) throws IOException {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        int[] ports = new int[names.size()];
        List<ServerSocket> taken = new ArrayList<>();
        for (int machine = 0; machine < ports.length; machine++) {
            ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            taken.add(free);
            ports[machine] = free.getLocalPort();
            addresses.put(names.get(machine), host(machine) + ":" + ports[machine]);
        }
        for (int from = 0; from < ports.length; from++) {
            StringBuilder known = new StringBuilder();
            for (int to = 0; to < ports.length; to++) {
                String address = LOOPBACK;
                if (to != from) {
                    address = PROXIES + (from + 1) + "." + (to + 1);
                    links[from][to] = LinkProxy.start(new InetSocketAddress(address, ports[to]), LOOPBACK, ports[to]);
                }
                known.append(address).append(' ').append(host(to)).append('\n');
            }
            Files.writeString(knownNames(from), known);
        }
        topologyText = () -> text.of(addresses);
        rewriteTopology();
        for (ServerSocket socket : taken) {
            socket.close();
        }
    }

    /** Writes the topology as it is now, which a machine reads when it starts. */
    void rewriteTopology() throws IOException {
        Path next = file().resolveSibling("next.yaml");
        Files.writeString(next, topologyText.get());
        Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the keys of each host in the topology for a certificate that all of them have, which is made now. */
    String tls() throws IOException, InterruptedException {
        List<String> known =
                names.stream().map(name -> "dns:" + name + NAMES_END).toList();
        ProofCertificate made = ProofCertificate.make(scratch, known);
        Path certificate = made.certificate().toAbsolutePath();
        return ", certificate: \"" + certificate + "\", key: \"" + made.key().toAbsolutePath() + "\", trust: \""
                + certificate + "\"";
    }

    private String host(int machine) {
        return names.get(machine) + NAMES_END;
    }

    /** Returns how many messages a source has in a second. */
    long rate() {
        return rate;
    }

    int size() {
        return names.size();
    }

    String name(int machine) {
        return names.get(machine);
    }

    Path data(int machine) {
        return scratch.resolve(names.get(machine));
    }

    private Path file() {
        return scratch.resolve("hosts.yaml");
    }

    private Path knownNames(int machine) {
        return scratch.resolve("names-" + names.get(machine) + ".txt");
    }

    private Path output(int machine) {
        return scratch.resolve("out-" + names.get(machine) + ".txt");
    }

    /** Starts the process of a machine by the name of that: it runs its host, or stands by. */
    void start(int machine) throws IOException {
        hasEnded[machine] = false;
        List<String> more = new ArrayList<>(List.of("--rate", Long.toString(rate)));
        more.addAll(options.getOrDefault(machine, List.of()));
        List<String> archive = writesArchive ? classes.writing() : classes.options();
        processes[machine] = command(archive, "run", machine, names.get(machine), more);
    }

    /** Sets further options of the process of a machine, from its next start on. */
    void options(int machine, String... more) {
        options.put(machine, List.of(more));
    }

    /** Lets {@link #archiveClasses} write an archive of classes, where there may be one and is none. */
    void writeArchive() {
        writesArchive = classes.options().isEmpty();
    }

    /** Ends a machine by SIGTERM, where it is to write the archive: it does so before it ends. */
    void archiveClasses(int machine) throws InterruptedException {
        if (writesArchive && classes.archive().isPresent()) {
            processes[machine].destroy();
            processes[machine].waitFor(COMMAND_WITHIN_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Notes what the machines have said about how long promotions took. */
    void reportTakeovers(ProofReport report) throws IOException {
        for (int machine = 0; machine < names.size(); machine++) {
            Matcher said = TAKEN_OVER.matcher(Files.exists(output(machine)) ? Files.readString(output(machine)) : "");
            while (said.find()) {
                report.measure(
                        "ms from a promotion to its first new message",
                        Long.parseLong(said.group(1).replace(",", "")));
            }
        }
    }

    /** Starts a command about a host on a machine. */
    Process command(String command, int machine, String host) throws IOException {
        return command(classes.options(), command, machine, host, List.of());
    }

    private Process command(List<String> archive, String command, int machine, String host, List<String> more)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                command,
                file().toString(),
                "--host",
                host,
                "--data",
                data(machine).toString()));
        arguments.addAll(more);
        List<String> jvm = new ArrayList<>(archive);
        jvm.add("-Djdk.net.hosts.file=" + knownNames(machine).toAbsolutePath());
        return JavaCommand.start(classes, jvm, Millrace.class, arguments, output(machine));
    }

    /** Runs a command about a host on a machine to its end, and returns its exit code. */
    int run(String command, int machine, String host) throws IOException, InterruptedException {
        Process process = command(command, machine, host);
        try {
            if (!process.waitFor(COMMAND_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                throw new ProofException(
                        "a command does not end command=" + command + " machine=" + name(machine) + said(machine));
            }
            return process.exitValue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Fails where a command has ended with an error. */
    void expectWell(String command, int machine, int exit) throws IOException {
        if (exit != 0) {
            throw new ProofException("a command has failed command=" + command + " machine=" + name(machine) + " exit="
                    + exit + said(machine));
        }
    }

    /** Kills a machine with SIGKILL, and returns whether it was at work. */
    boolean kill(int machine) throws InterruptedException {
        boolean isAlive = isAlive(machine);
        processes[machine].destroyForcibly().waitFor();
        return isAlive;
    }

    /** Takes a machine that was killed for lost: it is not started again and nothing is expected of it. */
    void lose(int machine) {
        processes[machine] = null;
    }

    boolean isAlive(int machine) {
        return processes[machine] != null && processes[machine].isAlive();
    }

    boolean isLost(int machine) {
        return processes[machine] == null;
    }

    /** Returns the machines that are not lost. */
    List<Integer> inUse() {
        List<Integer> machines = new ArrayList<>();
        for (int machine = 0; machine < processes.length; machine++) {
            if (!isLost(machine)) {
                machines.add(machine);
            }
        }
        return machines;
    }

    /** Returns whether a machine has the records that all hosts hold some channels up to their ends. */
    boolean areHeld(List<String> channels, int machine) {
        return channels.stream().map(data(machine)::resolve).allMatch(HostMachines::isHeld);
    }

    private static boolean isHeld(Path channel) {
        if (!Journal.exists(channel)) {
            return false;
        }
        try (Journal journal = Journal.openReadOnly(channel)) {
            return ChannelEnd.in(journal) == ChannelEnd.HELD;
        }
    }

    /** Sets what becomes of bytes between two machines, in both directions. */
    void link(int one, int other, State state) {
        if (one == other) {
            return;
        }
        links[one][other].set(state);
        links[other][one].set(state);
    }

    /** Waits for a time in which no machine may fail. */
    void pass(long ms) throws IOException, InterruptedException {
        long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - untilNs < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            expectNoFailure();
        }
        if (System.nanoTime() - startNs > ROUND_WITHIN_NS) {
            StringBuilder text = new StringBuilder();
            for (int machine = 0; machine < names.size(); machine++) {
                text.append(' ').append(name(machine)).append(said(machine));
            }
            throw new ProofException("the round does not come to its end" + text);
        }
    }

    /** Waits until some machines that are not lost have ended by themselves. */
    void awaitEnds(List<Integer> machines, long seconds) throws IOException, InterruptedException {
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int machine : machines) {
            while (!processes[machine].waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
                expectNoFailure();
                if (System.nanoTime() - untilNs > 0) {
                    throw new ProofException("a host does not end host=" + name(machine) + said(machine));
                }
            }
        }
        expectNoFailure();
    }

    /** Fails where a machine that is not lost has ended with an error. */
    void expectNoFailure() throws IOException {
        for (int machine : inUse()) {
            Process process = processes[machine];
            if (!process.isAlive() && process.exitValue() != 0) {
                throw new ProofException(
                        "a host has failed host=" + name(machine) + " exit=" + process.exitValue() + said(machine));
            }
            if (!process.isAlive() && !hasEnded[machine]) {
                hasEnded[machine] = true;
                onEnd.ended(machine);
            }
        }
    }

    private String said(int machine) throws IOException {
        String text = Files.readString(output(machine));
        return " said=" + text.substring(Math.max(0, text.length() - SHOWN_OF_ERRORS));
    }

    @Override
    public void close() throws IOException {
        for (Process process : processes) {
            if (process != null) {
                process.destroyForcibly().onExit().join(); // also where this thread is interrupted
            }
        }
        for (LinkProxy[] from : links) {
            for (LinkProxy link : from) {
                if (link != null) {
                    link.close();
                }
            }
        }
    }
}
