package io.millrace.topology;

import io.millrace.service.ComponentState;
import java.util.List;

/** The meters that every running topology has, with the names of one run as their labels. */
record TopologyMeterList(
        MeterInfo messages,
        MeterInfo bytes,
        MeterInfo segments,
        MeterInfo unsynced,
        MeterInfo queueUsed,
        MeterInfo queueCapacity,
        MeterInfo unread,
        MeterInfo oldestUnread,
        MeterInfo inputs,
        MeterInfo outputs,
        MeterInfo errors,
        MeterInfo refused,
        MeterInfo left,
        MeterInfo state,
        MeterInfo waiting,
        MeterInfo service,
        MeterInfo endToEnd,
        MeterInfo running,
        MeterInfo busy,
        MeterInfo health) {

    static TopologyMeterList of(TopologyView view) {
        Topology topology = view.topology();
        MeterLabel channel = MeterLabel.of("channel", topology.channels().keySet());
        MeterLabel component = MeterLabel.of("component", topology.components().keySet());
        MeterLabel thread = MeterLabel.of(
                "thread", view.threads().stream().map(ThreadInfo::name).toList());
        List<MeterLabel> channels = List.of(channel);
        List<MeterLabel> components = List.of(component);
        List<MeterLabel> readers = List.of(channel, component);
        List<MeterLabel> hops = List.of(component, channel);
        return new TopologyMeterList(
                counter("channel.messages", MeterUnit.MESSAGES, "messages that the channel has had", channels),
                gauge("channel.size", MeterUnit.BYTES, "bytes that the segments of a journal use", channels),
                gauge("channel.segments", MeterUnit.NONE, "segments of a journal", channels),
                gauge("channel.unsynced", MeterUnit.MESSAGES, "messages a loss of power would take", channels),
                gauge("queue.used", MeterUnit.BYTES, "bytes of a queue that a reader has not taken", channels),
                gauge("queue.capacity", MeterUnit.BYTES, "bytes that a queue has room for", channels),
                gauge("reader.unread", MeterUnit.MESSAGES, "messages that a component has not taken", readers),
                gauge("reader.oldest.age", MeterUnit.SECONDS, "age of the oldest message it has not taken", readers),
                counter("component.inputs", MeterUnit.MESSAGES, "inputs taken in this run", components),
                counter("component.outputs", MeterUnit.MESSAGES, "outputs written in this run", components),
                counter("component.errors", MeterUnit.NONE, "errors recorded in place of outputs", components),
                counter("component.refused", MeterUnit.NONE, "requests or records refused for good", components),
                gauge("source.unread", MeterUnit.MESSAGES, "items that a source has not taken", components),
                gauge(
                        "component.state",
                        MeterUnit.NONE,
                        "1 for the state that the component has",
                        List.of(component, MeterLabel.of("state", ComponentState.values()))),
                timer("hop.waiting", "from when an input was written to when it was taken, sampled", hops),
                timer("hop.service", "from when an input was taken to when its output was written, sampled", hops),
                timer("hop.total", "from the source's intended start to when the output was written, sampled", hops),
                gauge("thread.running", MeterUnit.NONE, "1 while the thread runs", List.of(thread)),
                gauge("thread.busy", MeterUnit.NONE, "share of its time with work, sampled", List.of(thread)),
                gauge(
                        "health",
                        MeterUnit.NONE,
                        "1 for the state that the topology has",
                        List.of(MeterLabel.of("state", HealthState.values()))));
    }

    private static MeterInfo counter(String name, MeterUnit unit, String help, List<MeterLabel> labels) {
        return new MeterInfo("millrace." + name, MeterKind.COUNTER, unit, help, labels);
    }

    private static MeterInfo gauge(String name, MeterUnit unit, String help, List<MeterLabel> labels) {
        return new MeterInfo("millrace." + name, MeterKind.GAUGE, unit, help, labels);
    }

    private static MeterInfo timer(String name, String help, List<MeterLabel> labels) {
        return new MeterInfo("millrace." + name, MeterKind.TIMER, MeterUnit.SECONDS, help, labels);
    }

    List<MeterInfo> meters() {
        return List.of(
                messages,
                bytes,
                segments,
                unsynced,
                queueUsed,
                queueCapacity,
                unread,
                oldestUnread,
                inputs,
                outputs,
                errors,
                refused,
                left,
                state,
                waiting,
                service,
                endToEnd,
                running,
                busy,
                health);
    }
}
