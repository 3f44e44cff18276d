package io.millrace.cli;

import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.PositionState;
import io.millrace.journal.Positions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows, parks and deletes the named positions of a channel. */
@Command(
        name = "positions",
        description = {
            "Work on the named positions of a channel, which keep segments that their readers have not read.",
            "The channel may be in use, but not by the reader whose position is changed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace positions list data/bars",
            "  millrace positions park data/bars reports",
            "  millrace positions delete data/bars reports"
        })
final class PositionsCommand implements Runnable {
    private final Console console;

    @Spec
    private CommandSpec spec;

    PositionsCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command; known commands are list, park and delete");
    }

    @Command(name = "list", description = "Show the positions, and where each is.")
    int list(@Parameters(paramLabel = "PATH", description = "The directory of the channel.") Path path) {
        with(path, positions -> positions.list().forEach(this::show));
        return ExitCode.OK;
    }

    @Command(
            name = "park",
            description = "Park the position of a reader that is away for long, so that it keeps no segments.")
    int park(
            @Parameters(paramLabel = "PATH", description = "The directory of the channel.") Path path,
            @Parameters(paramLabel = "NAME", description = "The name of the position.") String name) {
        with(path, positions -> existing(positions, name).park(name));
        console.err().println("Parked position=" + name + ".");
        return ExitCode.OK;
    }

    @Command(name = "delete", description = "Delete a position; a reader that returns begins as unread.")
    int delete(
            @Parameters(paramLabel = "PATH", description = "The directory of the channel.") Path path,
            @Parameters(paramLabel = "NAME", description = "The name of the position.") String name) {
        with(path, positions -> existing(positions, name).delete(name));
        console.err().println("Deleted position=" + name + ".");
        return ExitCode.OK;
    }

    private static void with(Path path, Consumer<Positions> action) {
        Channels.check(path);
        try (Positions positions = Positions.open(path)) {
            action.accept(positions);
        }
    }

    private static Positions existing(Positions positions, String name) {
        List<String> names = positions.list().stream().map(NamedPosition::name).toList();
        if (!names.contains(name)) {
            throw new InputException("no such position name=" + name + " names=" + names);
        }
        return positions;
    }

    private void show(NamedPosition position) {
        console.out().line(position.name() + " " + place(position.name(), position.state()));
    }

    /** Returns a position in words: where a reader is, or from where a restart of a service needs the messages. */
    static String place(String name, PositionState state) {
        if (RestartPosition.service(name).isPresent()) {
            return switch (state) {
                case PositionState.NeverRead _ -> "needs all messages";
                case PositionState.Parked(long index) -> "parked at " + Index.toText(index);
                case PositionState.At(long index) -> "needs the messages after " + Index.toText(index);
            };
        }
        return place(state);
    }

    private static String place(PositionState state) {
        return switch (state) {
            case PositionState.NeverRead _ -> "not read yet";
            case PositionState.Parked(long index) -> "parked at " + Index.toText(index);
            case PositionState.At(long index) -> "at " + Index.toText(index);
        };
    }
}
