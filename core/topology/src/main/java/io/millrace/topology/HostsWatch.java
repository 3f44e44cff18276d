package io.millrace.topology;

import io.millrace.concurrent.Uninterruptibly;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Asks all machines of a topology how they are, each once a second in a thread of its own, so that one that does not
 * answer delays no other. Of each the last answer is kept, at most 1 MiB as it is sent. Any thread may call any method.
 */
public final class HostsWatch implements AutoCloseable {

    /** After how long without an answer nothing is known of a machine. */
    public static final long SILENT_NS = 3_000_000_000L;

    private static final long PAUSE_MS = 1_000;
    private static final int MAX_REASON = 500;

    private final Topology topology;
    private final String asker;
    private final Optional<Supplier<HostStatus>> own;
    private final List<Watched> machines = new ArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);

    /** One machine, and what it has said. */
    private static final class Watched {
        final String name;
        final Optional<String> spareOf;
        final String address;
        final Thread thread;
        final long sinceNs = System.nanoTime();
        Optional<HostStatus> last = Optional.empty();
        Optional<Instant> at = Optional.empty();
        long answeredNs;
        String failure = "";

        Watched(HostPlan plan, Thread thread) {
            this.name = plan.site();
            this.spareOf = plan.site().equals(plan.host()) ? Optional.empty() : Optional.of(plan.host());
            this.address = plan.own().address();
            this.thread = thread;
        }

        synchronized void answered(HostStatus status) {
            last = Optional.of(status);
            at = Optional.of(Instant.now());
            answeredNs = System.nanoTime();
            failure = "";
        }

        synchronized void failed(String reason) {
            failure = reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + "...";
        }

        synchronized boolean isAsked() {
            return last.isPresent() || !failure.isEmpty();
        }

        synchronized HostSighting sighting() {
            long quietNs = System.nanoTime() - (last.isPresent() ? answeredNs : sinceNs);
            String silence = failure;
            if (silence.isEmpty() && quietNs > SILENT_NS) {
                silence = "host does not answer host=" + name + " address=" + address + " seconds="
                        + TimeUnit.NANOSECONDS.toSeconds(quietNs);
            } else if (silence.isEmpty() && last.isEmpty()) {
                silence = "host has not answered yet host=" + name + " address=" + address;
            }
            return new HostSighting(name, spareOf, address, last, at, silence);
        }
    }

    private HostsWatch(Topology topology, String asker, Optional<Supplier<HostStatus>> own) {
        this.topology = topology;
        this.asker = asker;
        this.own = own;
    }

    /**
     * Begins to ask.
     *
     * @param topology a topology with hosts
     * @param asker the machine whose certificate is shown
     * @return the watch, which the caller closes
     * @throws TopologyException where the topology has no such host, or the class path has no transport
     */
    public static HostsWatch start(Topology topology, String asker) {
        return start(topology, asker, Optional.empty());
    }

    /**
     * Begins to ask, in the process of a machine, which is not asked over the network: its address need not be
     * reachable from inside.
     *
     * @param topology as for {@link #start(Topology, String)}
     * @param machine the machine of this process
     * @param own says how it is, in any thread
     * @return the watch, which the caller closes
     * @throws TopologyException as there
     */
    public static HostsWatch start(Topology topology, String machine, Supplier<HostStatus> own) {
        return start(topology, machine, Optional.of(own));
    }

    private static HostsWatch start(Topology topology, String asker, Optional<Supplier<HostStatus>> own) {
        if (!topology.hosts().containsKey(asker)) {
            throw topology.problem(
                    "no such host host=" + asker + " hosts=" + topology.hosts().keySet(), "hosts");
        }
        HostRun.transport(asker);
        HostsWatch watch = new HostsWatch(topology, asker, own);
        for (String name : topology.hosts().keySet()) {
            Thread thread =
                    Thread.ofPlatform().daemon().name("millrace-hosts-" + name).unstarted(() -> watch.ask(name));
            watch.machines.add(new Watched(topology.plan(name), thread));
        }
        watch.machines.forEach(machine -> machine.thread.start());
        return watch;
    }

    private void ask(String name) {
        Watched machine = machines.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow();
        try {
            do {
                try {
                    HostStatus status = own.isPresent() && name.equals(asker)
                            ? own.get().get()
                            : HostStatus.ask(topology, name, asker);
                    if (status.site().equals(name)) {
                        machine.answered(status);
                    } else {
                        machine.failed("another host answers there host=" + name + " address=" + machine.address
                                + " answers=" + status.site());
                    }
                } catch (RuntimeException | Error e) { // whatever an answer contains, the host is asked again
                    machine.failed(e.getMessage() == null ? e.toString() : e.getMessage());
                }
            } while (!closing.await(PAUSE_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is closed
        }
    }

    /** Returns what is known of each machine now, in the order of the topology. */
    public List<HostSighting> hosts() {
        return machines.stream().map(Watched::sighting).toList();
    }

    /** Returns whether each machine has answered, or failed to, at least once. */
    public boolean hasAskedAll() {
        return machines.stream().allMatch(Watched::isAsked);
    }

    /** Ends all questions, also those that wait for an answer. */
    @Override
    public void close() {
        closing.countDown();
        machines.forEach(machine -> machine.thread.interrupt());
        machines.forEach(machine -> Uninterruptibly.join(machine.thread));
    }
}
