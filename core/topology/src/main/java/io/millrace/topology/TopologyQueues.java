package io.millrace.topology;

import io.millrace.concurrent.BroadcastQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks of the components at the ends of a queue. A queue is empty after a restart, and is filled again by calling its
 * writer with all of its inputs in the same order; its reader takes the calls in the order that its output records. So
 * the writer's inputs need a recorded order, which is that of one channel, and must be complete.
 */
final class TopologyQueues {
    private final Topology topology;

    private TopologyQueues(Topology topology) {
        this.topology = topology;
    }

    static void check(Topology topology) {
        TopologyQueues queues = new TopologyQueues(topology);
        for (String channel : topology.channels().keySet()) {
            if (topology.isQueue(channel)) {
                queues.size(channel);
                queues.readers(channel);
                queues.writer(channel);
                queues.begins(channel);
            }
        }
    }

    private void size(String queue) {
        int bytes = topology.channels().get(queue).queueSizeBytes();
        if (Integer.bitCount(bytes) != 1
                || bytes < BroadcastQueue.MIN_CAPACITY_BYTES
                || bytes > BroadcastQueue.MAX_CAPACITY_BYTES) {
            throw topology.problem(
                    "channel=" + queue + " of kind queue has size=" + bytes
                            + ", which is no power of two from 4KiB to 1GiB",
                    "channels",
                    queue,
                    "size");
        }
    }

    private void readers(String queue) {
        List<String> readers = topology.readersOf(queue);
        if (readers.isEmpty()) {
            throw topology.problem(
                    "channel=" + queue + " of kind queue needs a reader; without one it blocks once it is full",
                    "channels",
                    queue);
        }
        for (String reader : readers) {
            noSnapshots(reader, "reads", queue);
        }
    }

    private void writer(String queue) {
        topology.components().forEach((name, component) -> {
            component.snapshots().ifPresent(snapshots -> {
                if (snapshots.channel().equals(queue)) {
                    throw topology.problem(
                            "component=" + name + " snapshots go to channel=" + queue
                                    + " of kind queue, which stores nothing",
                            "components",
                            name,
                            "snapshots");
                }
            });
        });
        String first = firstOf(queue);
        noSnapshots(first, "writes", queue);
        List<String> reads = topology.components().get(first).reads();
        if (reads.size() > 1) {
            throw topology.problem(
                    "component=" + first + " writes channel=" + queue + " of kind queue and reads=" + reads
                            + "; the order of inputs from several channels is not recorded, so a restart could not fill"
                            + " the queue again: use a journal, or read one channel",
                    "components",
                    first,
                    "reads");
        }
    }

    private void noSnapshots(String component, String does, String queue) {
        if (topology.components().get(component).startAt().isPresent()) {
            throw topology.problem(
                    "component=" + component + " " + does + " channel=" + queue
                            + " of kind queue and cannot have startAt: it begins with the first input",
                    "components",
                    component,
                    "startAt");
        }
        if (topology.components().get(component).snapshots().isPresent()) {
            throw topology.problem(
                    "component=" + component + " " + does + " channel=" + queue
                            + " of kind queue and cannot have snapshots: a restart begins with the first input",
                    "components",
                    component,
                    "snapshots");
        }
    }

    /**
     * Returns whether a component reads a queue that is fed, through queues only, by one with several readers: if it
     * stops reading, those other readers get no further than the queues are long.
     */
    static boolean sharesQueue(Topology topology, String component) {
        TopologyQueues queues = new TopologyQueues(topology);
        for (String read : topology.components().get(component).reads()) {
            String next = read;
            Set<String> passed = new HashSet<>();
            while (topology.isQueue(next) && passed.add(next)) {
                if (topology.readersOf(next).size() > 1) {
                    return true;
                }
                next = topology.components().get(queues.firstOf(next)).reads().getFirst();
            }
        }
        return false;
    }

    /** Refuses queues with no input but themselves: they would stay empty. */
    private void begins(String queue) {
        Set<String> passed = new HashSet<>();
        String next = queue;
        while (topology.isQueue(next)) {
            List<String> reads = topology.components().get(firstOf(next)).reads();
            if (reads.isEmpty()) {
                return;
            }
            if (!passed.add(next)) {
                throw topology.problem(
                        "channel=" + queue + " of kind queue has no input but itself", "channels", queue);
            }
            next = reads.getFirst();
        }
    }

    /**
     * Returns the component whose inputs become the calls of a queue: its writer, or the component that calls the
     * writer directly.
     */
    private String firstOf(String queue) {
        for (String component : topology.components().keySet()) {
            String last = topology.chain(component).getLast();
            boolean writes = topology.components().get(last).writes().equals(queue);
            if (writes && !topology.calledDirectly(component)) {
                return component;
            }
        }
        throw new AssertionError("a channel that is read has a writer channel=" + queue);
    }
}
