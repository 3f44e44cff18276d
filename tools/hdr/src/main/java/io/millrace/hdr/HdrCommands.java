package io.millrace.hdr;

import io.millrace.cli.CommandProvider;
import java.util.List;

/** Adds {@code hdr} and {@code outliers} to the {@code millrace} command. */
public final class HdrCommands implements CommandProvider {
    /** Creates the provider; called by the service loader. */
    public HdrCommands() {}

    @Override
    public List<Object> commands() {
        return List.of(HdrCommand.commandLine(), OutliersCommand.commandLine());
    }
}
