package io.millrace.map.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code map DIR asof}: reads a persisted map as it was. */
@Command(
        name = "asof",
        mixinStandardHelpOptions = true,
        description = {
            "Read the map as it was after the change at an index: back to where compaction has removed what it held.",
            "The index of the last change is shown by 'info' as 'last'."
        })
final class AsOfCommand implements Runnable {

    @ParentCommand
    private MapCommand map;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "INDEX", description = "The index, as 'info' and 'millrace dump' show it.")
    private String index;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command; known commands are export, get and size");
    }

    @Command(
            name = "get",
            mixinStandardHelpOptions = true,
            description = "Show the value that a key had. Ends with 1 where there was none.")
    int get(@Parameters(paramLabel = "KEY", description = "The key, as YAML.") String key) {
        return map.readAsOf(index, past -> map.show(past, key));
    }

    @Command(name = "size", mixinStandardHelpOptions = true, description = "Show how many keys there were.")
    int size() {
        return map.readAsOf(index, map::showSize);
    }

    @Command(name = "export", mixinStandardHelpOptions = true, description = "Show all entries of then.")
    int export() {
        return map.readAsOf(index, map::show);
    }
}
