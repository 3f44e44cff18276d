package io.millrace.net.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Three hosts with networks of their own, made of namespaces of the system, which end with this object or its process.
 * Host n has the address 10.9.0.n and a cable to each other host, which can be cut and made worse.
 */
final class ThreeHosts implements AutoCloseable {

    private static final int HOSTS = 3;

    /** One packet in fifty is lost. */
    private static final String LOSSES =
            "nft 'add table ip losses; add chain ip losses out { type filter hook output priority 0; };"
                    + " add rule ip losses out numgen random mod 50 < 1 drop'";

    /** Holds the namespaces until its input ends, and prints the process that stands for each. */
    private static final String HOLDER = """
            set -e
            own=$(readlink /proc/self/ns/net)
            pids=
            trap 'kill $pids' EXIT
            for host in 1 2 3; do
                unshare -n sleep 900 &
                pids="$pids $!"
                while [ "$(readlink /proc/$!/ns/net)" = "$own" ]; do sleep 0.01; done
            done
            set -- $pids
            for pair in '1 2' '1 3' '2 3'; do
                one=${pair% *}
                two=${pair#* }
                eval "first=\\$$one second=\\$$two"
                ip link add to$two netns $first type veth peer name to$one netns $second
            done
            echo hosts $pids
            read end
            """;

    private final Process holder;
    private final Writer input;
    private final List<String> pids;

    private ThreeHosts(Process holder, List<String> pids) {
        this.holder = holder;
        this.input = holder.outputWriter();
        this.pids = pids;
    }

    /**
     * Makes the hosts.
     *
     * @throws IOException if that is not allowed here, or a program is missing; the message says which
     */
    static ThreeHosts make() throws IOException, InterruptedException {
        Process holder = new ProcessBuilder("unshare", "-rn", "sh", "-c", HOLDER)
                .redirectErrorStream(true)
                .start();
        BufferedReader output = holder.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("hosts ")) {
                ThreeHosts hosts = new ThreeHosts(
                        holder, Arrays.asList(line.substring("hosts ".length()).split(" ")));
                for (int host = 1; host <= HOSTS; host++) {
                    hosts.run(host, "ip link set lo up && ip addr add " + address(host) + "/32 dev lo");
                }
                hosts.connect(1, 2);
                hosts.connect(1, 3);
                hosts.connect(2, 3);
                return hosts;
            }
            said.append(line).append(' ');
        }
        holder.waitFor();
        throw new IOException("no network namespaces here reason=" + said);
    }

    static String address(int host) {
        return "10.9.0." + host;
    }

    /** Returns the command by which another command runs on a host. */
    List<String> on(int host) {
        return List.of("nsenter", "-t", pids.get(host - 1), "-U", "--preserve-credentials", "-n");
    }

    private void run(int host, String script) throws IOException, InterruptedException {
        String said = tried(host, script);
        if (!said.isEmpty()) {
            throw new IOException("command failed host=" + host + " command=" + script + " output=" + said);
        }
    }

    /** Runs a script on a host, and returns what it says if it fails. */
    private String tried(int host, String script) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(on(host));
        command.addAll(List.of("sh", "-c", script));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        return code == 0 ? "" : "code=" + code + " " + said;
    }

    /** Connects two hosts that were cut from each other. */
    void connect(int one, int two) throws IOException, InterruptedException {
        plug(one, two);
        plug(two, one);
    }

    private void plug(int host, int to) throws IOException, InterruptedException {
        run(
                host,
                "ip link set to" + to + " up && ip route replace " + address(to) + "/32 dev to" + to + " src "
                        + address(host));
    }

    /** Cuts the cable between two hosts: what is on it is lost, and neither side is told. */
    void cut(int one, int two) throws IOException, InterruptedException {
        run(one, "ip link set to" + two + " down");
    }

    /**
     * Drops all packets from a host to another one from now on, also those of connections that exist. Neither side is
     * told, and packets in the other direction still arrive.
     */
    void drop(int from, int to) throws IOException, InterruptedException {
        run(
                from,
                "nft 'add table ip drops; add chain ip drops out { type filter hook output priority 0; };"
                        + " add rule ip drops out ip daddr " + address(to) + " drop'");
    }

    /** Returns why packets cannot be dropped here; empty where they can. */
    String cannotDrop() throws IOException, InterruptedException {
        return tried(
                1,
                "nft 'add table ip drops; add chain ip drops out { type filter hook output priority 0; };"
                        + " delete table ip drops'");
    }

    /** Ends all drops of packets that a host sends. */
    void pass(int from) throws IOException, InterruptedException {
        run(from, "nft 'add table ip drops; delete table ip drops'");
    }

    /**
     * Makes all cables from a host bad: each packet takes 20 ms more, and one in fifty is lost; or, where the system
     * cannot do that, one in fifty is lost, or else 250 KB/s pass, and what would have to wait too long is lost.
     *
     * @return how it was done; empty where none is possible
     */
    String spoil(int host) throws IOException, InterruptedException {
        String late = "netem delay 20ms 5ms loss 2%";
        if (isShaped(host, late)) {
            return late;
        }
        if (tried(host, LOSSES).isEmpty()) {
            return LOSSES;
        }
        String narrow = "tbf rate 2mbit burst 8kb limit 20kb";
        return isShaped(host, narrow) ? narrow : "";
    }

    private boolean isShaped(int host, String how) throws IOException, InterruptedException {
        for (int to = 1; to <= HOSTS; to++) {
            if (to != host
                    && !tried(host, "tc qdisc replace dev to" + to + " root " + how)
                            .isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Makes all cables from a host good again. */
    void mend(int host) throws IOException, InterruptedException {
        if (tried(host, "nft delete table ip losses").isEmpty()) {
            return;
        }
        for (int to = 1; to <= HOSTS; to++) {
            if (to != host) {
                run(host, "tc qdisc del dev to" + to + " root");
            }
        }
    }

    @Override
    public void close() throws IOException {
        input.close();
        holder.onExit().join();
    }
}
