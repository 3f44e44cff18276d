package io.millrace.fix.cli;

import io.millrace.fix.FixException;
import io.millrace.fix.FixSessionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * The numbers of a session in the files of a store of QuickFIX/J, its cached one, or QuickFIX.
 *
 * @param nextOutgoing the number of the next message that is sent
 * @param nextIncoming the number that is expected next
 * @param since when the session, of which these are the numbers, has begun
 */
record SequenceFiles(long nextOutgoing, long nextIncoming, Instant since) {

    private static final int MOST_BYTES = 1_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss[.SSSSSSSSS][.SSS]");

    /**
     * Reads the files of a session.
     *
     * @param directory that of {@code FileStorePath}
     * @return the numbers; empty if the session has no file there
     * @throws FixException naming file and session if a file is empty or cut, or missing beside others
     */
    static Optional<SequenceFiles> read(Path directory, FixSessionId session) {
        String name = session.beginString() + "-" + session.own() + "-" + session.peer();
        Path outgoing = directory.resolve(name + ".senderseqnums");
        Path incoming = directory.resolve(name + ".targetseqnums");
        Path both = directory.resolve(name + ".seqnums");
        Path since = directory.resolve(name + ".session");
        if (Files.exists(outgoing) || Files.exists(incoming)) {
            return Optional.of(new SequenceFiles(
                    number(outgoing, session, text(outgoing, session)),
                    number(incoming, session, text(incoming, session)),
                    time(since, session)));
        }
        if (!Files.exists(both)) {
            return Optional.empty();
        }
        String[] numbers = text(both, session).split(":", -1);
        if (numbers.length != 2) {
            throw problem(both, session, "does not have two numbers");
        }
        return Optional.of(new SequenceFiles(
                number(both, session, numbers[0]), number(both, session, numbers[1]), time(since, session)));
    }

    /** Returns the text of a file: alone, or after two bytes with its length, which may be followed by older text. */
    private static String text(Path file, FixSessionId session) {
        byte[] bytes;
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw problem(file, session, "is too long");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new FixException("a sequence file cannot be read file=" + file + " session=" + session + ": " + e, e);
        }
        if (bytes.length == 0) {
            throw problem(file, session, "is empty");
        }
        if (bytes[0] != 0) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        int length =
                bytes.length < 2 ? Integer.MAX_VALUE : ByteBuffer.wrap(bytes).getShort();
        if (length > bytes.length - 2) {
            throw problem(file, session, "is cut");
        }
        return new String(bytes, 2, length, StandardCharsets.ISO_8859_1);
    }

    private static long number(Path file, FixSessionId session, String text) {
        String digits = text.strip();
        if (!digits.matches("[0-9]{1,15}") || Long.parseLong(digits) < 1) {
            throw problem(file, session, "has no number");
        }
        return Long.parseLong(digits);
    }

    private static Instant time(Path file, FixSessionId session) {
        String text = text(file, session).strip();
        try {
            return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw problem(file, session, "has no time such as 20260302-08:00:00");
        }
    }

    private static FixException problem(Path file, FixSessionId session, String what) {
        return new FixException("a sequence file " + what + " file=" + file + " session=" + session
                + "; the counterparty knows both numbers, or begin again with a reset");
    }
}
