package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ConsumedRuns;
import io.millrace.channel.History;
import io.millrace.channel.JournalChannel;
import io.millrace.channel.Poll;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The inputs of a service in the order in which its output names them, each found at its reader: what a restart and
 * {@link ReplayBuilder} have in common.
 *
 * <p>Records of consumed inputs name runs of inputs that had no output. The first call of a group names its input in
 * the newest hop of its history; the caller moves the cursor to the end of the group.
 *
 * <p>An input in a journal is available at once. The service that writes a queue writes its calls again meanwhile, and
 * the caller waits for them.
 *
 * <p>A channel may have been of another kind when the output was written: then the output names its calls by their
 * numbers in a queue, or by their indexes in a journal that is not written any more. {@link CallNumbers} has both.
 *
 * <p>A version of the component that wrote the output may have taken fewer or more of the calls of an input than the
 * present one. Where the output need not match, such inputs are told apart; anywhere else they are errors.
 */
final class RecordedInputs implements AutoCloseable {

    /** What comes next in the output. */
    enum Next {
        /** An input, at its reader. */
        INPUT,
        /** A call that the output does not name, at its reader: the version that wrote the output did not take it. */
        UNNAMED,
        /** An input that had outputs, at the cursor, and that the present component does not take. */
        UNTAKEN,
        /** An input that is not available yet. */
        WAITS,
        /** A mark of a snapshot, at the cursor. */
        MARK,
        /** Nothing. */
        END
    }

    private enum Match {
        EQUAL,
        EARLIER,
        LATER,
        WAITS
    }

    private final String service;
    private final InputReaders inputs;
    private final ChannelCursor output;
    private final StartGate gate;
    private final BooleanSupplier mayDiffer;
    private long last = Long.MAX_VALUE;
    private ConsumedRuns runs;
    private int run;
    private boolean inRun;
    private boolean groupWaits;
    private Next next;
    private Source source;
    private int input;
    private ChannelReader reader;
    private boolean silent;
    private long index;

    /** Of each input, its numbers and indexes; null where they were not needed yet. */
    private final CallNumbers[] allNumbers;

    /** Those of the present input; null where the output names its calls as they are now. */
    private CallNumbers numbers;

    /** The index or the number of the reader's call, as the output names calls of that channel. */
    private long foundAt;

    private boolean lacksCalls;

    /** The copy that lacks an input for which this waits, or null. */
    private JournalChannel awaited;

    /**
     * Walks from the position of the cursor on.
     *
     * @param mayDiffer whether at the cursor the present component may take other calls than the output names
     */
    RecordedInputs(
            String service, InputReaders inputs, ChannelCursor output, StartGate gate, BooleanSupplier mayDiffer) {
        this.service = service;
        this.inputs = inputs;
        this.output = output;
        this.gate = gate;
        this.mayDiffer = mayDiffer;
        this.allNumbers = new CallNumbers[inputs.size()];
    }

    /** Ends the walk after a record of the output. */
    void endAt(long index) {
        last = index;
    }

    /** Finds what comes next. */
    Next next() {
        boolean found = false;
        while (!found) {
            if (runs != null) {
                found = silentInput();
            } else if (groupWaits) {
                found = group();
            } else {
                found = entry();
            }
        }
        return next;
    }

    /** Returns the reader of the input. */
    ChannelReader reader() {
        return reader;
    }

    /** Returns the channel of the input. */
    Channel channel() {
        return inputs.channel(input);
    }

    /** Returns the index of the input in its channel. */
    long index() {
        return index;
    }

    /** Returns whether the output names the input. */
    boolean isNamed() {
        return next != Next.UNNAMED;
    }

    /** Returns whether the output has no calls of the input. */
    boolean isSilent() {
        return silent;
    }

    /** Returns the channel and the position of the input, as errors name it. */
    String inputText() {
        return InputPosition.text(numbers == null || next == Next.UNTAKEN ? source : reader.source(), index);
    }

    /** Returns whether it waits for calls that were in a queue, and that a journal has not got yet. */
    boolean lacksCalls() {
        return lacksCalls;
    }

    /** Returns the position of the cursor, as errors name it. */
    String position() {
        return output.channel() + "@" + Index.toText(output.index());
    }

    private boolean found(Next what) {
        next = what;
        return true;
    }

    private boolean found(Next what, long at) {
        index = at;
        return found(what);
    }

    private boolean entry() {
        Entry entry = output.next();
        if (entry == Entry.END || output.index() > last) {
            return found(Next.END);
        }
        switch (entry) {
            case CONSUMED -> {
                runs = output.consumed();
                run = 0;
                inRun = false;
            }
            case CALL -> {
                if (output.number() == 1) {
                    return group();
                } else if (output.number() > 1) {
                    throw new ServiceException("output continues a group that it did not begin service=" + service
                            + " output=" + position() + " k=" + output.number());
                }
            }
            case SNAPSHOT -> {
                return found(Next.MARK);
            }
            case UPGRADE -> {} // known to mayDiffer
            case END -> throw new AssertionError(entry);
        }
        return false;
    }

    /** Finds the next input of a run without output; returns whether there is something for the caller. */
    private boolean silentInput() {
        at(runs.source(run));
        silent = true;
        long from = runs.from(run);
        long to = runs.to(run);
        return switch (match(inRun ? Index.NONE : from, to)) {
            case WAITS -> found(Next.WAITS);
            case EARLIER -> {
                requireMayDiffer(from);
                yield found(Next.UNNAMED, reader.index());
            }
            case LATER -> {
                requireMayDiffer(inRun ? to : from);
                requireStored(inRun ? to : from);
                endRun();
                yield false;
            }
            case EQUAL -> {
                if (!inRun && foundAt != from) {
                    requireMayDiffer(from);
                    requireStored(from);
                }
                inRun = true;
                if (foundAt == to) {
                    endRun();
                }
                yield found(Next.INPUT, reader.index());
            }
        };
    }

    private void endRun() {
        inRun = false;
        if (++run == runs.size()) {
            runs = null;
        }
    }

    /** Finds the input of the group at the cursor. */
    private boolean group() {
        History history = output.history();
        int newest = history.size() - 1;
        at(history.source(newest));
        silent = false;
        long at = history.index(newest);
        Match match = match(at, at);
        groupWaits = match == Match.WAITS || match == Match.EARLIER;
        return switch (match) {
            case WAITS -> found(Next.WAITS);
            case EARLIER -> {
                requireMayDiffer(at);
                yield found(Next.UNNAMED, reader.index());
            }
            case LATER -> {
                requireMayDiffer(at);
                requireStored(at);
                yield found(Next.UNTAKEN, at);
            }
            case EQUAL -> {
                if (source.isExternal() || numbers != null) {
                    requireSameOrigin(history);
                }
                yield found(Next.INPUT, reader.index());
            }
        };
    }

    private void at(Source newSource) {
        source = newSource;
        input = inputs.recorded(newSource);
        reader = inputs.reader(input);
        boolean isFormer = !(reader instanceof TimeReader) && reader.source().isExternal() != newSource.isExternal();
        if (isFormer && allNumbers[input] == null) {
            allNumbers[input] = inputs.numbers(input);
        }
        numbers = isFormer ? allNumbers[input] : null;
    }

    /** Returns the index or the number of the reader's call, as the output names calls of its channel. */
    private long named() {
        long at = reader.index();
        return numbers == null ? at : source.isExternal() ? numbers.number(at) : numbers.index(at);
    }

    /** Compares the next call of the input with the range of indexes that the output names. */
    private Match match(long from, long to) {
        Channel channel = channel();
        if (reader instanceof TimeReader time) {
            return matchTime(time, from, channel);
        }
        Poll poll = reader.next();
        lacksCalls = false;
        if (poll == Poll.NOTHING) {
            if (mayArrive(channel, to)) {
                note(channel, service);
                return Match.WAITS;
            }
            poll = reader.next(); // what has come before that was known
        }
        if (awaited != null) {
            note(awaited, "");
        }
        if (poll == Poll.MESSAGE) {
            foundAt = named();
            return foundAt < from ? Match.EARLIER : foundAt > to ? Match.LATER : Match.EQUAL;
        }
        if (poll == Poll.NOT_REPLICATED && channel instanceof JournalChannel copy && copy.isCopy()) {
            return Match.WAITS;
        }
        if (poll != Poll.NOTHING || channel.journal().isEmpty() || !mayDiffer.getAsBoolean()) {
            throw missing(channel, from == Index.NONE ? to : from); // also what the reader must not read yet
        }
        return Match.LATER;
    }

    /** Notes on a copy that this service waits for what it lacks, or no longer does, for people. */
    private void note(Channel input, String waiting) {
        if (input instanceof JournalChannel copy) {
            copy.awaitedBy(waiting);
            awaited = waiting.isEmpty() ? null : copy;
        }
    }

    /**
     * Returns whether calls that the output names may come: to a queue, to a copy of a journal on another host, or to a
     * journal whose calls were in a queue.
     */
    private boolean mayArrive(Channel channel, long to) {
        if (channel.journal().isEmpty()) {
            gate.needs(channel.name(), reader.index() + 2);
            return !channel.ended() && !gate.isRemade(channel.name());
        }
        if (channel instanceof JournalChannel copy && copy.isCatchingUp()) {
            return true;
        }
        if (numbers == null) {
            return false;
        }
        lacksCalls = true;
        gate.needs(channel.name(), to + 1);
        return (channel instanceof JournalChannel copy && copy.isCopy())
                || (gate.isWritten(channel.name()) && !gate.isRemade(channel.name()));
    }

    /** Finds the call that the output names, where the component has something due: the clock does not matter. */
    private Match matchTime(TimeReader time, long from, Channel input) {
        if (time.find(from == Index.NONE ? time.following() : from)) {
            return Match.EQUAL;
        }
        if (!mayDiffer.getAsBoolean()) {
            throw missing(input, from);
        }
        return Match.LATER;
    }

    private ServiceException missing(Channel input, long expected) {
        if (numbers != null) {
            return new ServiceException("replay diverged: the channel was of another kind, and its writer does not make"
                    + " again what an output names; it needs all of its inputs, in the order of one channel service="
                    + service + " channel=" + input.name() + " input=" + InputPosition.text(source, expected)
                    + " output=" + position());
        }
        Optional<String> passed = method(input, expected);
        if (passed.isPresent()) {
            return new ServiceException("replay diverged: the component does not take an input that its output names; "
                    + DeterminismException.REMEDY + " service=" + service + " input="
                    + InputPosition.text(source, expected) + " method=" + passed.get() + " output=" + position());
        }
        String what = reader.forgottenCalls() > 0
                ? "replay is not possible: the keys of inputs were deleted"
                : "replay diverged: input is missing in its channel";
        return new ServiceException(what + " service=" + service + " input="
                + reader.source().name() + " output=" + position() + lastIndex(input) + forgotten());
    }

    /** Returns the method of a call of an input that is a journal; empty where there is no such call. */
    private static Optional<String> method(Channel input, long index) {
        if (input.journal().isEmpty() || index == Index.NONE) {
            return Optional.empty();
        }
        try (ChannelCursor cursor = input.cursor()) {
            boolean isCall = cursor.seek(index) == SeekResult.FOUND
                    && cursor.next() == Entry.CALL
                    && cursor.index() == index
                    && cursor.isReadable();
            return isCall ? Optional.of(cursor.schema().methodName()) : Optional.empty();
        }
    }

    /** Checks that the component may take other calls than the output names, at an input that it names. */
    private void requireMayDiffer(long expected) {
        if (!mayDiffer.getAsBoolean()) {
            Channel input = channel();
            String what = reader.forgottenCalls() > 0
                    ? "replay is not possible: the keys of inputs were deleted"
                    : "replay diverged: unexpected input; " + DeterminismException.REMEDY;
            throw new ServiceException(what + " service=" + service + " output=" + position()
                    + side("expected", source, input, expected)
                    + side("found", reader.source(), input, reader.index())
                    + forgotten());
        }
    }

    /** Returns an input with its method, since a component that takes other methods than before is a usual reason. */
    private String side(String name, Source of, Channel input, long index) {
        return " " + name + "=" + InputPosition.text(of, index)
                + (of.sameStream(input.source()) ? method(input, index) : Optional.<String>empty())
                        .map(method -> " " + name + "Method=" + method)
                        .orElse("");
    }

    /** Checks that the input has a call that its reader has passed: the component does not take it. */
    private void requireStored(long expected) {
        Channel input = channel();
        if (input.journal().isEmpty() || numbers != null) {
            return; // a queue numbers its calls one by one, and its reader has passed this one
        }
        try (ChannelCursor cursor = input.cursor()) {
            SeekResult result = cursor.seek(expected);
            boolean stored = result == SeekResult.FOUND && cursor.next() == Entry.CALL && cursor.index() == expected;
            if (stored && cursor.isReadable()) {
                return;
            }
            String reason = result == SeekResult.BEFORE_START
                    ? "retention has removed an input that the output names"
                    : stored ? "the key of an input was deleted" : "input is missing in its channel";
            throw new ServiceException("replay is not possible: " + reason + " service=" + service + " input="
                    + InputPosition.text(source, expected) + " output=" + position() + lastIndex(input) + forgotten());
        }
    }

    /**
     * Checks that a call that was written to a queue again has the same history. Its index in the queue does not show
     * it if a loss of power has removed inputs of the writer and others have arrived since.
     */
    private void requireSameOrigin(History written) {
        History made = reader.history();
        int before = written.size() - 1;
        for (int back = 1; back <= Math.min(before, made.size()); back++) {
            Source expected = written.source(before - back);
            Source found = made.source(made.size() - back);
            long expectedIndex = written.index(before - back);
            long foundIndex = made.index(made.size() - back);
            boolean isSame = inputs.queues().sameStream(found, expected)
                    ? expectedIndex == foundIndex
                    : isOtherKind(found, expected);
            if (!isSame) {
                throw new ServiceException(
                        "replay diverged: different origin service=" + service + " output=" + position() + " input="
                                + InputPosition.text(reader.source(), reader.index()) + " expected="
                                + InputPosition.text(expected, expectedIndex) + " found="
                                + InputPosition.text(found, foundIndex));
            }
        }
    }

    /** Returns whether both are one channel, which was a queue in one case and a journal in the other. */
    private boolean isOtherKind(Source found, Source expected) {
        return found.isExternal() != expected.isExternal()
                && (inputs.queues().isNumbered(found.name(), expected)
                        || inputs.queues().isNumbered(expected.name(), found));
    }

    @Override
    public void close() {
        for (CallNumbers each : allNumbers) {
            if (each != null) {
                each.close();
            }
        }
    }

    private static String lastIndex(Channel input) {
        return input.journal()
                .map(journal -> " lastIndex=" + Index.toText(journal.lastIndex()))
                .orElse("");
    }

    private String forgotten() {
        return reader.forgottenCalls() == 0
                ? ""
                : " forgotten=" + reader.forgottenCalls()
                        + "; inputs whose key was deleted cannot be replayed: where a backup has the key, start with"
                        + " it, let the component write a snapshot after them, and delete it then";
    }
}
