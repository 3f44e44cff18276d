package io.millrace.benchmarks;

import io.millrace.harness.WorkDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * What a run of a pipeline has measured.
 *
 * @param hops the times from one part to the next, by the part that has taken the call, in nanoseconds
 * @param total the times from when a call was due until the last part has taken it, in nanoseconds
 * @param callsPerSecond the calls from the start of the source until the last has arrived
 */
record PipelineRun(SequencedMap<String, Histogram> hops, Histogram total, double callsPerSecond) {

    /**
     * Which calls are sent.
     *
     * @param payload what each has besides its times
     * @param warmUp how many are sent before those that are measured
     * @param measured how many are measured
     * @param intervalNs the time between two of them; 0 for as fast as possible
     */
    record Plan(String payload, long warmUp, long measured, long intervalNs) {}

    /** Runs the parts of some threads in processes of their own, in a new directory below one. */
    static PipelineRun of(List<List<String>> processes, String idle, Plan plan, Path directory) throws IOException {
        return of(processes, idle, plan, directory, PipelineMain.TOGETHER, PipelineTopology.JOURNAL);
    }

    /** Runs parts in one process, with another kind of channel from the first service to the second. */
    static PipelineRun by(String kind, List<String> threads, String idle, Plan plan, Path directory)
            throws IOException {
        return of(List.of(threads), idle, plan, directory, PipelineMain.TOGETHER, kind);
    }

    /** Runs the parts of the peer. */
    static PipelineRun ofPeer(List<List<String>> processes, String idle, Plan plan, Path directory) throws IOException {
        return of(processes, idle, plan, directory, PipelineMain.TOGETHER, PipelineMain.CHRONICLE);
    }

    /** Runs parts in processes that are hosts on the loopback of this machine. */
    static PipelineRun onHosts(List<List<String>> processes, String idle, Plan plan, Path directory)
            throws IOException {
        List<String> addresses = new ArrayList<>();
        List<ServerSocket> taken = new ArrayList<>();
        for (List<String> _ : processes) {
            ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            taken.add(free);
            addresses.add("127.0.0.1:" + free.getLocalPort());
        }
        for (ServerSocket socket : taken) {
            socket.close();
        }
        return of(
                processes,
                idle,
                plan,
                directory,
                PipelineTopology.hosts(addresses, processes),
                PipelineTopology.JOURNAL);
    }

    private static PipelineRun of(
            List<List<String>> processes, String idle, Plan plan, Path directory, String others, String kind)
            throws IOException {
        List<OtherEnd> open = new ArrayList<>();
        try (WorkDirectory work = WorkDirectory.create(directory)) {
            try {
                for (List<String> threads : processes) {
                    open.add(start(threads, idle, plan, work.path(), others, kind));
                }
                return measure(processes, open, plan);
            } finally {
                for (OtherEnd each : open) {
                    each.close();
                }
            }
        }
    }

    /** Starts a process for parts on threads; it answers the orders of {@link PipelineMain}. */
    static OtherEnd start(List<String> threads, String idle, Plan plan, Path directory, String others, String kind)
            throws IOException {
        return OtherEnd.start(
                PipelineMain.class,
                kind.equals(PipelineMain.CHRONICLE) ? ChronicleSettings.jvmFlags() : List.of(),
                List.of(
                        directory.toString(),
                        String.join(",", threads),
                        idle,
                        plan.payload(),
                        Long.toString(plan.warmUp() + plan.measured()),
                        Long.toString(plan.warmUp()),
                        Long.toString(plan.intervalNs()),
                        others,
                        kind));
    }

    private static PipelineRun measure(List<List<String>> processes, List<OtherEnd> open, Plan plan)
            throws IOException {
        SequencedMap<String, OtherEnd> parts = new LinkedHashMap<>();
        for (int i = 0; i < open.size(); i++) {
            for (String part : String.join("+", processes.get(i)).split("\\+", -1)) {
                parts.put(part, open.get(i));
            }
        }
        for (OtherEnd each : open.reversed()) {
            each.ask("start");
        }
        String last = parts.lastEntry().getKey();
        OtherEnd sink = parts.get(last);
        OtherEnd source = parts.firstEntry().getValue();
        sink.ask("warm " + last);
        source.ask("go");
        sink.ask("end " + last);
        long startNs = Long.parseLong(
                source.ask("times " + parts.firstEntry().getKey()).split(" ", -1)[0]);
        SequencedMap<String, Histogram> hops = new LinkedHashMap<>();
        Histogram total = new Histogram(3);
        long endNs = startNs;
        for (String part : parts.keySet().stream().skip(1).toList()) {
            String[] words = parts.get(part).ask("times " + part).split(" ", -1);
            hops.put(part, histogram(words[2]));
            total = histogram(words[3]);
            endNs = Long.parseLong(words[1]);
        }
        return new PipelineRun(hops, total, plan.measured() * 1e9 / (endNs - startNs));
    }

    /** Returns the times of all hops together. */
    Histogram anyHop() {
        Histogram all = new Histogram(3);
        hops.values().forEach(all::add);
        return all;
    }

    private static Histogram histogram(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException(e); // the process has just written it
        }
    }
}
