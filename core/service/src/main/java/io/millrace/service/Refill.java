package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.JournalChannel;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;

/**
 * What the writer of an output makes again before the gate opens, because restarts of readers need it: everything of a
 * queue, and of a journal those calls that it lacks and that were in a queue before. A journal gets no more than that,
 * so no component takes a new input. For the thread of the writer.
 */
final class Refill implements AutoCloseable {

    private final StartGate gate;
    private final InputReaders inputs;
    private final ChannelWriter writer;
    private final String output;
    private final boolean isQueue;

    /** Whether the calls of a journal depend on nothing but the order of one channel. */
    private final boolean isRepeatable;

    /** Null where the output is no queue, or was never a journal. */
    private final FormerJournal former;

    /** How many calls the output has that its writer has not written in this run. */
    private long before;

    /** Whether the writer makes calls, and the gate is not open yet. */
    private boolean isRunning;

    private Refill(
            StartGate gate, InputReaders inputs, ChannelWriter writer, boolean isRepeatable, FormerJournal former) {
        this.gate = gate;
        this.inputs = inputs;
        this.writer = writer;
        this.output = writer.target().name();
        this.isQueue = writer.journalWriter().isEmpty();
        this.isRepeatable = isRepeatable;
        this.former = former;
        this.isRunning = isQueue;
    }

    /**
     * Prepares to write an output again.
     *
     * @param isPlain whether the component takes calls of channels alone, and closes no periods
     */
    static Refill of(ComponentBuilder settings, InputReaders inputs, ChannelWriter writer, boolean isPlain) {
        String output = writer.target().name();
        boolean isQueue = writer.journalWriter().isEmpty();
        FormerJournal former = isQueue && settings.formerJournals.containsKey(output)
                ? FormerJournal.open(settings.name, settings.formerJournals.get(output))
                : null;
        settings.gate.writes(output);
        return new Refill(settings.gate, inputs, writer, isPlain && inputs.size() == 1, former);
    }

    boolean isQueue() {
        return isQueue;
    }

    /** Returns whether restarts of readers need calls that the journal lacks, and begins to make them. */
    boolean begins() {
        if (gate.needed(output) == 0) {
            return false;
        }
        before = writer.target().journal().orElseThrow().messages() - writer.written();
        if (!isLacking()) {
            return false;
        }
        if (!isRepeatable) {
            gate.remade(output);
            return false;
        }
        isRunning = true;
        return true;
    }

    private boolean isLacking() {
        return gate.needed(output) > before + writer.written();
    }

    /** Returns whether the writer may take an input. */
    boolean mayTake() {
        return !isRunning || isQueue || isLacking();
    }

    /** Returns whether the writer may end: it makes nothing for a restart alone. */
    boolean mayEnd() {
        return !isRunning || isQueue;
    }

    /** Returns whether calls are made for the restarts of readers: the gate is not open. */
    boolean isRunning() {
        return isRunning;
    }

    /** Returns whether nothing more arrives in the input before the gate opens, although more is needed. */
    boolean isOver() {
        isRunning &= !gate.isOpen();
        if (!isRunning || !isLacking()) {
            return false;
        }
        Channel input = inputs.channel(0);
        if (input instanceof JournalChannel copy && copy.isCatchingUp()) {
            return false;
        }
        gate.needs(input.name(), read(input) + 1);
        return gate.isRemade(input.name()) || (input.journal().isPresent() && !gate.isWritten(input.name()));
    }

    /** Returns how many calls of an input were read. */
    private long read(Channel input) {
        long last = inputs.reader(0).index();
        Journal journal = input.journal().orElse(null);
        return journal == null || last == Index.NONE ? last + 1 : journal.messagesBefore(last) + 1;
    }

    /** Compares what is staged with the journal that the queue was before. */
    void compare() {
        if (former != null) {
            former.compare(
                    writer,
                    InputPosition.text(
                            inputs.reader(0).source(), inputs.reader(0).index()));
        }
    }

    /** States that there will be no more before the gate opens. */
    void end() {
        gate.remade(output);
    }

    @Override
    public void close() {
        if (former != null) {
            former.close();
        }
    }
}
