package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.StagedCall;
import io.millrace.journal.Index;
import java.nio.file.Path;

/**
 * The journal that a queue was before. Its writer makes all calls again, from the first on, and each is compared with
 * what the journal has: a restart is then as strict as it was while the channel was a journal. For the thread of the
 * writer.
 */
final class FormerJournal implements AutoCloseable {

    private final String service;
    private final Channel channel;
    private final ChannelCursor cursor;
    private boolean isOver;

    private FormerJournal(String service, Channel channel) {
        this.service = service;
        this.channel = channel;
        this.cursor = channel.cursor();
    }

    static FormerJournal open(String service, Path directory) {
        Channel channel = Channel.readOnly(directory);
        try {
            return new FormerJournal(service, channel);
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Compares the calls that are staged with the next ones of the journal, as far as it has any.
     *
     * @param input the input of the calls, for the message
     * @throws DeterminismException where they differ
     */
    void compare(ChannelWriter writer, String input) {
        for (int number = 0; number < writer.staged() && !isOver; number++) {
            isOver = !advance();
            StagedCall made = writer.staged(number);
            if (!isOver && !RecordedGroup.same(cursor, made)) {
                throw new DeterminismException(
                        "service=" + service + " input=" + input + " output=" + position(),
                        cursor.isReadable() ? cursor.yaml() : "",
                        made.yaml());
            }
        }
    }

    private boolean advance() {
        Entry entry = cursor.next();
        while (entry == Entry.CONSUMED) {
            entry = cursor.next();
        }
        if (entry == Entry.END) {
            return false;
        }
        if (entry != Entry.CALL) {
            throw new ServiceException(
                    "a journal with " + (entry == Entry.UPGRADE ? "the mark of an upgrade" : "a saved state")
                            + " cannot become a queue, whose writer makes all"
                            + " calls again from its inputs alone: let the channel be a journal service=" + service
                            + " channel=" + position());
        }
        return true;
    }

    private String position() {
        return cursor.channel() + "@" + Index.toText(cursor.index());
    }

    @Override
    public void close() {
        cursor.close();
        channel.close();
    }
}
