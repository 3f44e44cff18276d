package io.millrace.service;

import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import java.util.Objects;

/**
 * A message of an input or of the output of a component, at which the comparison of a replay begins or ends.
 *
 * @param channel the name of the channel
 * @param index the index of the message in it
 */
public record ReplayPosition(String channel, long index) {

    /** Checks that nothing is null. */
    public ReplayPosition {
        Objects.requireNonNull(channel, "channel");
    }

    /**
     * Returns the position of a text.
     *
     * @param text {@code trades@0:8400}, or {@code 0:8400} alone
     * @param channel the channel of an index alone
     * @throws ServiceException where the text has no index
     */
    public static ReplayPosition parse(String text, String channel) {
        int at = text.lastIndexOf('@');
        try {
            long index = Index.parse(text.substring(at + 1));
            if (index >= 0) {
                return new ReplayPosition(at < 0 ? channel : text.substring(0, at), index);
            }
        } catch (JournalException | IllegalArgumentException e) {
            throw wrong(text, e);
        }
        throw wrong(text, null);
    }

    private static ServiceException wrong(String text, Exception cause) {
        return new ServiceException(
                "not a position, which is CHANNEL@SEGMENT:OFFSET or SEGMENT:OFFSET, as dump shows it position=" + text,
                cause);
    }

    /** Returns the channel and the index in it, as {@code trades@0:8400}. */
    @Override
    public String toString() {
        return channel + "@" + Index.toText(index);
    }
}
