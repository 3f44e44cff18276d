package io.millrace.topology;

import java.util.List;
import java.util.Objects;

/**
 * A meter of a running topology: what a number means. Its values are read with a {@link MeterReader}.
 *
 * @param name its name: lower-case words with dots between them, such as {@code millrace.channel.messages}
 * @param kind what its values are
 * @param unit their unit
 * @param help one line about it for people
 * @param labels its labels, which every value has
 */
public record MeterInfo(String name, MeterKind kind, MeterUnit unit, String help, List<MeterLabel> labels) {

    /** Checks the name and takes a copy. */
    public MeterInfo {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(help, "help");
        labels = List.copyOf(labels);
        if (!name.matches("[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)+")) {
            throw new TopologyException("a meter has a name that is not valid meter=" + name);
        }
        if (kind == MeterKind.TIMER && unit != MeterUnit.SECONDS) {
            throw new TopologyException("a timer has another unit than seconds meter=" + name + " unit=" + unit);
        }
    }
}
