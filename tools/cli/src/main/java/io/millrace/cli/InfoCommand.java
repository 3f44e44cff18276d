package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.channel.RestartPosition;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.JournalInfo;
import io.millrace.journal.Mark;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Describes a channel. */
@Command(
        name = "info",
        description =
                "Describe a channel: its identity, size, first and last index," + " and how far its readers have read.",
        footerHeading = "%nExamples:%n",
        footer = {"  millrace info data/bars", "  millrace info --count data/trades"})
final class InfoCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the channel.")
    private Path path;

    @Option(names = "--count", description = "Count the calls of each method, which reads the whole channel.")
    private boolean count;

    InfoCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        try (Channel channel = Channels.readOnly(path)) {
            JournalInfo info = channel.journal().orElseThrow().info();
            line("channel", path.toString());
            line("journal", info.id().toString());
            line("created", info.created().toString());
            line("format", "version " + info.formatVersion());
            line("messages", number(info.dataFrames()));
            line("records", number(info.metadataFrames()) + " of schemas, sources and consumed inputs");
            end(channel, "first", Direction.FORWARD);
            end(channel, "last", Direction.BACKWARD);
            line("synced", info.syncedIndex() == Index.NONE ? "nothing" : "up to " + Index.toText(info.syncedIndex()));
            info.member().ifPresent(this::member);
            info.period()
                    .ifPresent(period -> line(
                            "period",
                            number(period.number()) + " opens at " + Index.toText(period.opening())
                                    + ", what is before may go"));
            info.segments().forEach(this::segment);
            info.positions().forEach(this::position);
            operations(info);
            if (count) {
                calls(channel);
            }
        }
    }

    private void position(JournalInfo.Position position) {
        String state = PositionsCommand.place(position.name(), position.state());
        line(
                "position",
                position.name() + ": " + state
                        + (RestartPosition.service(position.name()).isPresent()
                                ? ""
                                : ", " + number(position.unread()) + " messages to read"));
    }

    private void member(JournalInfo.Member member) {
        String number =
                member.number().isPresent() ? " number " + member.number().getAsInt() : " without a number yet";
        line("member", member.role().name().toLowerCase(Locale.ROOT) + number + ", epoch " + member.epoch());
        Mark mark = member.mark();
        line(
                "mark",
                mark.boundary() == Index.NONE
                        ? "nothing is acknowledged"
                        : "acknowledged before " + Index.toText(mark.boundary())
                                + (mark.isDegraded()
                                        ? ", degraded: the source alone may hold what is not before "
                                                + Index.toText(Math.max(0, mark.certain()))
                                        : ""));
    }

    private void operations(JournalInfo info) {
        if (info.counters().forces() > 0) {
            double meanMs = info.counters().forcedNs() / 1e6 / info.counters().forces();
            line(
                    "forced",
                    number(info.counters().forces())
                            + String.format(Locale.ROOT, " times, %.2f ms on average", meanMs));
        }
        if (info.counters().fenced() > 0) {
            line("fenced", number(info.counters().fenced()) + " claims of writers that died or were stopped");
        }
        if (info.removedFrames() > 0) {
            line("removed", number(info.removedFrames()) + " messages, by retention");
        }
        info.holders()
                .forEach(holder -> line(
                        "held",
                        number(holder.bytes()) + " bytes of removed segments " + holder.segments() + " by process "
                                + holder.processId() + ", " + holder.command()));
    }

    private void end(Channel channel, String what, Direction direction) {
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.direction(direction);
            if (direction == Direction.BACKWARD) {
                cursor.toEnd();
            }
            ChannelCursor.Entry entry = cursor.next();
            while (entry != ChannelCursor.Entry.CALL && entry != ChannelCursor.Entry.END) {
                entry = cursor.next();
            }
            if (entry == ChannelCursor.Entry.CALL) {
                line(
                        what,
                        Index.toText(cursor.index()) + " " + cursor.schema().methodName() + ", written "
                                + RecordText.instant(cursor.timeNs()));
                if (direction == Direction.BACKWARD && cursor.subject().isPresent()) {
                    line("encrypted", "yes, the arguments of all messages");
                }
            }
        } catch (ChannelException e) { // a journal of other messages than calls
            line(what, "no call: " + e.getMessage());
        }
    }

    private void segment(JournalInfo.Segment segment) {
        line(
                "segment",
                segment.number() + " has " + number(segment.dataFrames()) + " messages in "
                        + number(segment.usedBytes()) + " of " + number(segment.sizeBytes()) + " bytes"
                        + (segment.ended() ? "" : ", open"));
    }

    private void calls(Channel channel) {
        Map<String, Long> calls = new TreeMap<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL) {
                    String call = cursor.schema().interfaceName() + "."
                            + cursor.schema().methodName();
                    calls.merge(call, 1L, Long::sum);
                }
            }
        }
        calls.forEach((name, number) -> line("calls", name + " " + number(number)));
    }

    private void line(String name, String value) {
        console.out().line(String.format("%-10s", name) + value);
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
