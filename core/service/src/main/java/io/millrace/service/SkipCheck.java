package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.SeekResult;
import io.millrace.text.NearestName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Checks that an input can be skipped, before an order is given; opens channels for reading only. */
final class SkipCheck {

    /**
     * An input that can be skipped.
     *
     * @param channel the channel
     * @param position the position in it, as text
     * @param method the method that it calls, empty where that cannot be seen
     */
    record Checked(String channel, String position, String method) {}

    private final Path data;
    private final String component;

    private SkipCheck(Path data, String component) {
        this.data = data;
        this.component = component;
    }

    static Checked of(Path data, String component, String input) {
        RunDescription run = RunDescription.read(data)
                .orElseThrow(() -> new ServiceException(
                        "no topology was run here, so there is nothing to skip directory=" + data));
        return new SkipCheck(data, component).check(run, input);
    }

    private Checked check(RunDescription run, String input) {
        RunDescription.Part part = run.components().get(component);
        if (part == null) {
            throw new ServiceException("there is no such component component=" + component + " topology="
                    + run.topology()
                    + NearestName.hint(component, run.components().keySet()));
        }
        if (part.kind() == ComponentKind.SOURCE) {
            throw new ServiceException("an external source has no inputs to skip component=" + component);
        }
        if (!part.caller().isEmpty()) {
            throw new ServiceException("a component that is called directly has no inputs of its own; skip the input of"
                    + " its caller component=" + component + " caller=" + part.caller());
        }
        int at = input.lastIndexOf('@');
        if (at < 0 && part.reads().size() > 1) {
            throw new ServiceException("the component reads several channels, so the input must be given as"
                    + " CHANNEL@POSITION component=" + component + " input=" + input + " reads=" + part.reads());
        }
        String channel = at < 0 ? part.reads().getFirst() : input.substring(0, at);
        if (!part.reads().contains(channel)) {
            throw new ServiceException("the component does not read this channel component=" + component + " channel="
                    + channel + " reads=" + part.reads() + NearestName.hint(channel, part.reads()));
        }
        String position = input.substring(at + 1);
        return isJournal(channel) ? inJournal(channel, position, part) : inQueue(channel, position, part);
    }

    private boolean isJournal(String channel) {
        return Files.exists(data.resolve(channel).resolve("journal.table"));
    }

    private Checked inJournal(String channel, String position, RunDescription.Part part) {
        long index;
        try {
            index = Index.parse(position);
        } catch (JournalException | IllegalArgumentException e) {
            throw noPosition(position, "SEGMENT:POSITION, as dump shows it", e);
        }
        try (Channel input = Channel.readOnly(data.resolve(channel));
                ChannelCursor cursor = input.cursor()) {
            boolean isCall = index >= 0
                    && cursor.seek(index) == SeekResult.FOUND
                    && cursor.next() == Entry.CALL
                    && cursor.index() == index;
            if (!isCall) {
                throw new ServiceException("there is no such input component=" + component + " input=" + channel + "@"
                        + position + " lastIndex=" + Index.toText(cursor.lastIndex()));
            }
            requireNotTaken(input.source(), index, part);
            return new Checked(channel, Index.toText(index), cursor.schema().methodName());
        }
    }

    private Checked inQueue(String channel, String position, RunDescription.Part part) {
        long number;
        try {
            number = Long.parseLong(position);
        } catch (NumberFormatException e) {
            throw noPosition(position, "the number of a call in the queue", e);
        }
        if (number < 0) {
            throw noPosition(position, "the number of a call in the queue", null);
        }
        requireNotTaken(Source.external(channel), number, part);
        return new Checked(channel, Long.toString(number), "");
    }

    private ServiceException noPosition(String position, String wanted, Exception cause) {
        return new ServiceException(
                "not the position of an input, which is " + wanted + " component=" + component + " position="
                        + position,
                cause);
    }

    /** Checks that the input was not taken; a queue as output does not say, and is written again at each start. */
    private void requireNotTaken(Source source, long index, RunDescription.Part part) {
        if (!isJournal(part.output())) {
            return;
        }
        try (Channel output = Channel.readOnly(data.resolve(part.output()))) {
            long taken = TakenInputs.newest(output, source);
            if (taken >= index) {
                throw new ServiceException("the component has taken this input already component=" + component
                        + " input=" + InputPosition.text(source, index) + " takenUpTo="
                        + InputPosition.text(source, taken) + " reads=" + List.copyOf(part.reads()));
            }
        }
    }
}
