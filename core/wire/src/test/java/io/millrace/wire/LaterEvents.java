package io.millrace.wire;

import java.util.List;

/** A later version of a union type, in another class: one member moved, one renamed, one removed. */
final class LaterEvents {
    private LaterEvents() {}

    sealed interface Event permits Opened, Ended {}

    record Opened(String name, long extra) implements Event {}

    @Alias("io.millrace.wire.EvolutionTest$Closed")
    record Ended(long code) implements Event {}

    record Holder(List<Event> events) {}
}
