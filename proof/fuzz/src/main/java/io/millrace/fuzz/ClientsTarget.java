package io.millrace.fuzz;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.millrace.clients.ClientsSpec;
import io.millrace.clients.TcpSpec;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.RunEnd;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import io.millrace.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The input is what a client sends to a server for clients over TCP: any bytes, frames with any content, or an append
 * with any arguments. The server answers in frames of JSON, and of messages where those are asked for, ends that
 * connection alone, has no error of its own, and answers the next client; the run continues. Frames may be texts, or
 * calls in BINARY.
 */
final class ClientsTarget implements Target {

    private static final int KINDS = 3;
    private static final int PATIENCE_MS = 120_000;
    private static final int MAX_ANSWER = 1 << 20;
    private static final byte FIRST_MESSAGE_KIND = 1;
    private static final byte LAST_MESSAGE_KIND = 9;
    private static final String HELLO = "{\"request\":\"hello\"}";

    /** A frame that appends a step in BINARY: its kind, the number, what was refused, and the rest. */
    private static final String APPENDED = "\u0006\u0003\u0001\rsteps\u0001\u0005\tone";

    /** A frame that declares a chained call, of whose one parameter its second method claims the most of all. */
    private static final String CHAINED = "\u0005\u0001\u0001\u0003\u0001\u0001\u0005\u0005a\u0003\u0005b"
            + "\u00f0\u00ff\u00ff\u00ff\u000f\u0005i\u0005m\u0003\u0005p\u0004";

    /** Appends add messages to the journal, so that the directory is made anew after so many inputs. */
    private static final int INPUTS_OF_ONE_RUN = 5_000;

    private final JsonFactory json = new JsonFactory();
    private DataDirectory directory;
    private RunningTopology running;
    private ServerErrors errors;
    private String address;
    private int inputs;

    @Override
    public void accept(byte[] input) {
        if (input.length == 0) {
            return;
        }
        open();
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        try {
            switch ((input[0] & 0xFF) % KINDS) {
                case 0 -> send(rest);
                case 1 -> send(frames(rest));
                default ->
                    send(Bytes.join(
                            frame(utf8(HELLO)),
                            frame(Bytes.join(
                                    utf8("{\"request\":\"append\",\"channel\":\"steps\",\"number\":1,"
                                            + "\"method\":\"step\",\"arguments\":"),
                                    rest,
                                    utf8("}")))));
            }
            int answers = send(frame(utf8("{\"request\":\"ping\"}")));
            Guard.check(answers == 1, "the next client was not answered answers=" + answers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Guard.check(running.end() == RunEnd.RUNNING, "the run has ended end=" + running.end());
        errors.check();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] frame(byte[] content) {
        return ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(content.length)
                .put(content)
                .array();
    }

    /** Returns frames of the pieces between line breaks. */
    private static byte[] frames(byte[] input) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        int from = 0;
        for (int at = 0; at <= input.length; at++) {
            if (at == input.length || input[at] == '\n') {
                frames.writeBytes(frame(Arrays.copyOfRange(input, from, at)));
                from = at + 1;
            }
        }
        return frames.toByteArray();
    }

    /** Sends bytes over a new connection, and returns how many answers have come before its end. */
    private int send(byte[] bytes) throws IOException {
        int colon = address.lastIndexOf(':');
        int answers = 0;
        try (Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            socket.setSoTimeout(PATIENCE_MS);
            try {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
            } catch (SocketException e) {
                return answers; // the server has read enough
            }
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readInt();
                Guard.check(length > 0 && length < MAX_ANSWER, "a frame of the server has a wrong length=" + length);
                byte[] answer = new byte[length];
                in.readFully(answer);
                if (answer[0] < FIRST_MESSAGE_KIND || answer[0] > LAST_MESSAGE_KIND) {
                    checkJson(answer);
                }
                answers++;
            }
        } catch (EOFException | SocketException e) {
            return answers;
        }
    }

    private void checkJson(byte[] answer) throws IOException {
        try (JsonParser parser = json.createParser(answer)) {
            while (parser.nextToken() != null) {
                parser.skipChildren();
            }
        }
    }

    private void open() {
        if (inputs++ >= INPUTS_OF_ONE_RUN) {
            close();
        }
        if (running == null) {
            inputs = 0;
            directory = DataDirectory.create();
            errors = ServerErrors.watch();
            ChannelSpec small = ChannelSpec.journal().withSegmentSize(JournalOptions.MIN_SEGMENT_SIZE_BYTES);
            Topology topology = Topology.builder("steps")
                    .channel("steps", small.withOwnership(Ownership.SHARED))
                    .channel("counted", small)
                    .component(
                            "counter",
                            ComponentSpec.of(StepCounter.class).reads("steps").writes("counted"))
                    .section(ClientsSpec.at(0)
                            .withTcp(TcpSpec.at(0))
                            .withFollow("steps", "counted")
                            .withAppend("steps"))
                    .build();
            running = TopologyRunner.open(topology, RunOptions.in(directory.path()));
            running.start();
            address = running.health().sections().get("clients").details().get("tcpAddress");
        }
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(
                seed(0, new String(frame(utf8(HELLO)), StandardCharsets.ISO_8859_1)),
                seed(0, "GET / HTTP/1.1\r\n\r\n"),
                seed(
                        1,
                        HELLO + "\n{\"request\":\"follow\",\"channel\":\"counted\",\"as\":1,\"first\":\"OLDEST\","
                                + "\"credit\":3,\"methods\":\"step\",\"fields\":{\"number\":\"n\"}}\n"
                                + "{\"request\":\"more\",\"as\":1,\"credit\":2}\n{\"request\":\"cancel\",\"as\":1}"),
                seed(
                        1,
                        "{\"request\":\"hello\",\"client\":\"alice/1\",\"token\":\"secret\"}\n{\"request\":\"follow\","
                                + "\"channel\":\"steps\",\"as\":1,"
                                + "\"after\":\"01234567-89ab-cdef-0123-456789abcdef/0:64\"}"),
                seed(
                        1,
                        HELLO + "\n{\"request\":\"follow\",\"channel\":\"counted\",\"as\":1,\"first\":\"OLDEST\","
                                + "\"format\":\"DELTA\",\"key\":\"number\"}"),
                seed(
                        1,
                        HELLO + "\n{\"request\":\"follow\",\"channel\":\"counted\",\"as\":1,\"first\":\"OLDEST\","
                                + "\"where\":{\"number\":{\"from\":1,\"to\":1e3},\"text\":\"a\"},"
                                + "\"latest\":\"text\"}\n"
                                + "{\"request\":\"query\",\"query\":1,\"as\":1,\"channel\":\"steps\","
                                + "\"method\":\"all\",\"arguments\":{}}"),
                seed(
                        1,
                        HELLO + "\n{\"request\":\"call\",\"channel\":\"steps\",\"number\":1,\"method\":\"step\","
                                + "\"arguments\":{}}\n"
                                + "{\"request\":\"answers\",\"channel\":\"steps\",\"numbers\":[1,2]}\n"
                                + "{\"request\":\"query\",\"query\":1,\"channel\":\"steps\",\"method\":\"step\","
                                + "\"arguments\":{}}\n{\"request\":\"cancel\",\"query\":1}\n"
                                + "{\"request\":\"cancel\",\"channel\":\"steps\",\"number\":1}"),
                seed(1, "{\"request\":\"hello\",\"format\":\"BINARY\"}\n" + declared() + "\n" + APPENDED),
                seed(1, HELLO + "\n" + declared() + "\n\u0009" + APPENDED.substring(1)),
                seed(1, HELLO + "\n" + CHAINED),
                seed(2, "{\"number\":1,\"text\":\"one\"}"),
                seed(2, "{\"number\":null,\"other\":[{}]}"));
    }

    /** Returns the frame that declares the call of the steps as the first one. */
    private static String declared() {
        byte[] schema =
                Wire.closed().offeredCalls(Steps.class).getFirst().call().encode();
        return "\u0005\u0001" + new String(schema, StandardCharsets.ISO_8859_1);
    }

    private static byte[] seed(int kind, String text) {
        return Bytes.join(new byte[] {(byte) kind}, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
            errors.close();
            directory.close();
            running = null;
        }
    }
}
