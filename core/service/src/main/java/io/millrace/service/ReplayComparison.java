package io.millrace.service;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.StagedCall;
import io.millrace.journal.Index;
import io.millrace.service.GroupAlignment.Call;
import io.millrace.service.ReplayDifference.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares what a component writes in a replay, which is staged, with the calls of the output at the cursor, and
 * collects the differences. Equal calls are compared as bytes; only calls from the first difference of a group on
 * become text.
 */
final class ReplayComparison {

    /** How many recorded calls of an input on which the component throws are shown. */
    private static final int MAX_SHOWN_CALLS = 100;

    private final ReplayBuilder settings;
    private final ChannelCursor output;
    private final ChannelWriter writer;
    private final EvolvedCalls evolvedCalls;
    private final Answers answers;
    private final long outputEnd;
    private final List<ReplayDifference> shown = new ArrayList<>();
    private long differences;
    private long calls;
    private long evolved;

    /** Compares up to the end that the output has now. */
    ReplayComparison(
            ReplayBuilder settings,
            ChannelCursor output,
            ChannelWriter writer,
            EvolvedCalls evolvedCalls,
            Answers answers) {
        this.answers = answers;
        this.settings = settings;
        this.output = output;
        this.writer = writer;
        this.evolvedCalls = evolvedCalls;
        this.outputEnd = output.lastIndex();
    }

    /** Returns the newest record that is compared. */
    long outputEnd() {
        return outputEnd;
    }

    long differences() {
        return differences;
    }

    List<ReplayDifference> shown() {
        return shown;
    }

    long calls() {
        return calls;
    }

    long evolved() {
        return evolved;
    }

    /** Compares the group at the cursor with the staged calls; returns whether the output has the whole group. */
    boolean group(RecordedInputs recorded, boolean isCompared) {
        String at = recorded.position();
        String input = recorded.inputText();
        List<Call> before = new ArrayList<>();
        int number = 0;
        int equal = 0;
        boolean isMore = true;
        boolean isWhole = false;
        while (isMore) {
            requireNumber(recorded, number);
            answers.note(output);
            if (isCompared && before.isEmpty() && number < writer.staged() && isSame(writer.staged(number))) {
                equal++;
            } else if (isCompared) {
                before.add(recordedCall());
            }
            number++;
            isWhole = output.last();
            isMore = !isWhole && isNext();
        }
        if (isCompared) {
            calls += number;
            differ(input, at, before, equal, isWhole ? writer.staged() : Math.min(number, writer.staged()));
        }
        return isWhole;
    }

    /** Compares the calls up to the next mark with the staged ones; returns whether the output has that mark. */
    boolean opening(String input, boolean isCompared) {
        String at = position();
        List<Call> before = new ArrayList<>();
        int number = 0;
        int equal = 0;
        Entry entry = output.next();
        while (entry == Entry.CALL) {
            if (output.isAnswer()) { // it repeats recorded answers
                entry = output.next();
                continue;
            }
            if (isCompared && before.isEmpty() && number < writer.staged() && isSame(writer.staged(number))) {
                equal++;
            } else if (isCompared) {
                before.add(recordedCall());
            }
            number++;
            entry = output.next();
        }
        boolean isWhole = entry == Entry.SNAPSHOT;
        if (isCompared && isWhole) {
            calls += number;
            differ(input, at, before, equal, writer.staged());
        }
        return isWhole;
    }

    /** Compares an input of which the output has nothing: every staged call is one more. */
    void none(RecordedInputs recorded, boolean isCompared) {
        if (isCompared && writer.staged() > 0) {
            differ(recorded.inputText(), "", List.of(), 0, writer.staged());
        }
    }

    /** Moves to the end of a group that is not compared; returns whether the output has all of it. */
    boolean pass() {
        answers.note(output);
        while (!output.last()) {
            if (!isNext()) {
                return false;
            }
            answers.note(output);
        }
        return true;
    }

    /** Passes the group of an input that the component does not take; returns whether the output has all of it. */
    boolean untaken(RecordedInputs recorded, boolean isCompared) {
        String at = recorded.position();
        String input = recorded.inputText();
        List<Call> before = new ArrayList<>();
        boolean isMore = true;
        boolean isWhole = false;
        while (isMore) {
            answers.note(output);
            if (isCompared) {
                before.add(recordedCall());
                calls++;
            }
            isWhole = output.last();
            isMore = !isWhole && isNext();
        }
        differ(input, at, before, 0, 0);
        return isWhole;
    }

    /** Notes that the component has thrown on an input, which ends the replay. */
    void threw(RecordedInputs recorded, Throwable cause) {
        StringBuilder before = new StringBuilder();
        String at = recorded.isNamed() ? recorded.position() : "";
        if (recorded.isNamed() && !recorded.isSilent()) {
            int number = 0;
            boolean isMore = true;
            while (isMore) {
                before.append(number == 0 ? "" : "---\n").append(recordedCall().text());
                number++;
                isMore = number < MAX_SHOWN_CALLS && !output.last() && isNext();
            }
        }
        add(new ReplayDifference(
                Kind.THREW, recorded.inputText(), at, before.toString(), "threw: " + ForeignError.text(cause) + "\n"));
    }

    private boolean isNext() {
        return output.next() != Entry.END && output.index() <= outputEnd;
    }

    private void requireNumber(RecordedInputs recorded, int number) {
        if (output.number() != number + 1) {
            throw RecordedGroup.incomplete(settings.name, recorded, output.number(), number + 1);
        }
    }

    private boolean isSame(StagedCall actual) {
        if (RecordedGroup.same(output, actual)) {
            return true;
        }
        boolean isEvolved = evolvedCalls.same(output, actual);
        evolved += isEvolved ? 1 : 0;
        return isEvolved;
    }

    private Call recordedCall() {
        if (!output.isReadable()) {
            String text = output.schema().methodName() + ": # cannot be read: the key of its subject is gone\n";
            return new Call(text, text, position());
        }
        return new Call(evolvedCalls.yaml(output), output.yaml(), position());
    }

    private String position() {
        return output.channel() + "@" + Index.toText(output.index());
    }

    /** Adds the differences of a group, of which the first calls are equal and {@code last} are staged. */
    private void differ(String input, String at, List<Call> before, int equal, int last) {
        if (before.isEmpty() && last <= equal) {
            return;
        }
        List<Call> now = new ArrayList<>();
        for (int number = equal; number < last; number++) {
            String yaml = writer.staged(number).yaml();
            now.add(new Call(yaml, yaml, ""));
        }
        GroupAlignment.differences(input, at, before, now).forEach(this::add);
    }

    /** Counts a difference, and keeps it if it is one of the first. */
    void add(ReplayDifference difference) {
        differences++;
        if (shown.size() < settings.limit) {
            shown.add(difference);
            settings.listener.onDifference(difference);
        }
    }
}
