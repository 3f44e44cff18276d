package io.millrace.trace;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A component, gateway or external source of a {@link ChannelGraph}.
 *
 * @param name its name; empty where it is not known
 * @param reads the channels that it reads; none for a source
 * @param writes the channel that it writes
 */
public record GraphComponent(Optional<String> name, List<String> reads, String writes) {

    /** Copies the list. */
    public GraphComponent {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(writes, "writes");
        reads = List.copyOf(reads);
    }

    /** Returns whether it brings messages in from outside. */
    public boolean isSource() {
        return reads.isEmpty();
    }
}
