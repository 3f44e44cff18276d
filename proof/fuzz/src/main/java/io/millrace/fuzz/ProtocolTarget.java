package io.millrace.fuzz;

import io.millrace.journal.Epoch;
import io.millrace.replication.EpochSpan;
import io.millrace.replication.EpochTable;
import io.millrace.replication.MemberStatus;
import io.millrace.replication.Message;
import io.millrace.replication.MessageCodec;
import io.millrace.replication.ReplicationException;
import io.millrace.replication.Role;
import io.millrace.replication.RunEnd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The input is what a peer sends over a link of the replication: messages with their headers, and the frames of runs
 * between them. It is read as a link reads it. A message that can be read can be written and read again.
 */
final class ProtocolTarget implements Target {
    private static final int LONGEST_RUN = 1 << 29;

    private final Guard guard = new Guard(4 << 20, 2_048);

    @Override
    public void accept(byte[] input) {
        guard.read(input.length, () -> readAll(input)).forEach(ProtocolTarget::check);
    }

    /** Returns the messages up to the first that is refused or not complete. */
    private static List<Message> readAll(byte[] input) {
        List<Message> messages = new ArrayList<>();
        ByteBuffer incoming = ByteBuffer.wrap(input);
        int start = 0;
        try {
            while (input.length - start >= MessageCodec.HEADER_BYTES) {
                incoming.limit(start + MessageCodec.HEADER_BYTES).position(start);
                int bodyBytes = MessageCodec.bodyBytes(incoming, LONGEST_RUN);
                Guard.check(
                        bodyBytes >= 0 && bodyBytes <= MessageCodec.LONGEST_MESSAGE - MessageCodec.HEADER_BYTES,
                        "a body is longer than any message bytes=" + bodyBytes);
                Guard.check(incoming.position() == start, "checking a header moved the position");
                int end = start + MessageCodec.HEADER_BYTES + bodyBytes;
                if (end > input.length) {
                    return messages; // a link waits for the rest
                }
                Message message = MessageCodec.decode(incoming.limit(end).position(start));
                Guard.check(incoming.position() == end, "a message was not read to its end");
                messages.add(message);
                start = message instanceof Message.Run run ? afterFrames(run, end, input.length) : end;
            }
        } catch (ReplicationException e) {
            Guard.check(!String.valueOf(e.getMessage()).isBlank(), "a refusal has no reason");
        }
        return messages;
    }

    /** Returns where the message after a run begins, or the end of the input if the frames are not complete. */
    private static int afterFrames(Message.Run run, int framesAt, int inputBytes) {
        Guard.check(run.length() >= 0 && run.length() <= LONGEST_RUN, "the length of a run is not possible " + run);
        return (int) Math.min(inputBytes, framesAt + run.length());
    }

    private static void check(Message message) {
        byte[] written = write(message);
        Message again = MessageCodec.decode(ByteBuffer.wrap(written));
        Guard.check(Arrays.equals(written, write(again)), "a message differs after it was written and read " + message);
    }

    private static byte[] write(Message message) {
        ByteBuffer target = ByteBuffer.allocate(MessageCodec.LONGEST_MESSAGE);
        MessageCodec.encode(message, target);
        return Arrays.copyOf(target.array(), target.position());
    }

    @Override
    public List<byte[]> seeds() {
        Epoch epoch = new Epoch(3, 1);
        EpochTable spans = new EpochTable(List.of(new EpochSpan(0, Epoch.FIRST, 72), new EpochSpan(2, epoch, 72)));
        byte[] run = write(new Message.Run(64, 1_700_000_000_000L, 8, RunEnd.ENDS));
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        stream.writeBytes(run);
        stream.writeBytes(new byte[8]); // its frames
        stream.writeBytes(write(new Message.Mark(64, 32)));
        stream.writeBytes(write(new Message.Ack(64, 64)));
        return List.of(
                write(new Message.Heartbeat(1, -1)),
                write(new Message.StatusRequest()),
                write(new Message.Promise(epoch)),
                write(new Message.Join(null, 11, -1, "b", "b.example:1", epoch, 0, 0, spans)),
                write(new Message.Fetch(epoch, 99, spans)),
                write(new Message.Diverged(epoch, 72, spans)),
                write(new Message.Status(new MemberStatus(11, epoch, Role.SOURCE, true, 64, spans, null))),
                stream.toByteArray());
    }
}
