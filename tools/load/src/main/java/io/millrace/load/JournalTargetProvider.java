package io.millrace.load;

import java.util.Set;

/** Creates targets for {@code journal:DIR}. */
public final class JournalTargetProvider implements TargetProvider {
    /** Creates the provider; called by the service loader. */
    public JournalTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("journal");
    }

    @Override
    public String help() {
        return "journal:DIR appends to a journal of its own in DIR. Field: message (a text; else sizeBytes of bytes)."
                + " Options: complete=appended|synced|read (when an operation is over), sizeBytes=64,"
                + " keepBytes=1073741824 (older messages go), segmentBytes=67108864, existing=refuse|append.";
    }

    @Override
    public String defaultOperation() {
        return "append";
    }

    @Override
    public Target target(TargetOptions options) {
        return JournalTarget.of(options);
    }
}
