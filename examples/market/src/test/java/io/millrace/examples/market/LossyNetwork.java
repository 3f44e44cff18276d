package io.millrace.examples.market;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A network of its own, made of a namespace of the system, whose loopback loses packets; it ends with this object. */
final class LossyNetwork implements AutoCloseable {
    private static final String READY = "ready ";

    /**
     * Each packet takes 10 ms more, and one of fifty is lost; or, where the system cannot do that, one of fifty is
     * lost; or else 125 KB/s pass, and what would have to wait too long is lost.
     */
    private static final String HOLDER = """
            ip link set lo mtu 1500 up || exit 1
            tc qdisc add dev lo root netem delay 10ms 2ms loss 2% ||
                nft 'add table ip l; add chain ip l o { type filter hook output priority 0; };
                        add rule ip l o numgen random mod 50 < 1 drop' ||
                tc qdisc add dev lo root tbf rate 1mbit burst 4kb limit 6kb || exit 1
            echo ready $$
            read end
            """;

    private final Process holder;
    private final Writer input;
    private final String pid;

    private LossyNetwork(Process holder, String pid) {
        this.holder = holder;
        this.input = holder.outputWriter();
        this.pid = pid;
    }

    /**
     * Makes the network.
     *
     * @throws IOException if that is not allowed here, or a program or a part of the system is missing
     */
    static LossyNetwork make() throws IOException, InterruptedException {
        Process holder = new ProcessBuilder("unshare", "-rn", "sh", "-c", HOLDER)
                .redirectErrorStream(true)
                .start();
        BufferedReader output = holder.inputReader(StandardCharsets.UTF_8);
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(READY)) {
                return new LossyNetwork(holder, line.substring(READY.length()));
            }
            said.append(line).append(' ');
        }
        holder.waitFor();
        throw new IOException("no network that loses packets here reason=" + said);
    }

    /** Returns the command by which another command runs in this network. */
    List<String> inside() {
        return List.of("nsenter", "-t", pid, "-U", "--preserve-credentials", "-n");
    }

    @Override
    public void close() throws IOException {
        input.close();
        holder.onExit().join();
    }
}
