package io.millrace.channel;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;

/**
 * The mark in an output from which another version of the component decides: a restart does not compare what is before
 * it. It has no calls.
 *
 * @param component the name of the component
 * @param by the operator that ordered it
 * @param orderedAt when it was ordered, in nanoseconds from 1677 to 2262
 * @param reason why
 * @param run the run that wrote it, as {@code key=value}
 * @param writtenAt when it was written
 */
public record UpgradeMark(
        String component, String by, Instant orderedAt, String reason, String run, Instant writtenAt) {

    /** The maximum length of each text, in UTF-8 bytes. */
    public static final int MAX_TEXT_BYTES = 4096;

    /** Checks that nothing is null and no text is too long. */
    public UpgradeMark {
        requireShort("component", component);
        requireShort("by", by);
        Objects.requireNonNull(orderedAt, "orderedAt");
        requireShort("reason", reason);
        requireShort("run", run);
        Objects.requireNonNull(writtenAt, "writtenAt");
    }

    private static void requireShort(String name, String text) {
        Objects.requireNonNull(text, name);
        if (text.length() > MAX_TEXT_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_TEXT_BYTES) {
            throw new ChannelException("a text of an upgrade is too long field=" + name + " length=" + text.length()
                    + " limitBytes=" + MAX_TEXT_BYTES);
        }
    }
}
