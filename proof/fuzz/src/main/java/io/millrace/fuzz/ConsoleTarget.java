package io.millrace.fuzz;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.console.ConsoleAccess;
import io.millrace.console.ConsoleOptions;
import io.millrace.console.DataConsole;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The input is what a client sends to a console: any bytes, a request for data, an order of an administrator, or
 * messages and raw frames of a session. The server answers whole requests, in JSON where it says so, has no error of
 * its own, and answers the next client.
 */
final class ConsoleTarget implements Target {

    private static final String TOKEN = "token-of-the-fuzzer";
    private static final byte[] HOST = "{host}".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> ORDERS = List.of("append", "position", "skip");
    private static final int KINDS = 5;
    private static final int OPCODE = 0x0F;
    private static final int LAST_FRAME = 0x80;

    /** Orders add messages to the audit journal, so that the directory is made anew after so many inputs. */
    private static final int INPUTS_OF_ONE_CONSOLE = 5_000;

    private DataDirectory directory;
    private DataConsole console;
    private ServerErrors errors;
    private ConsoleClient client;
    private int inputs;

    @Override
    public void accept(byte[] input) {
        if (input.length == 0) {
            return;
        }
        open();
        byte[] rest = Bytes.replace(Arrays.copyOfRange(input, 1, input.length), HOST, client.host());
        switch ((input[0] & 0xFF) % KINDS) {
            case 0 -> client.send(rest).checkNotFailed();
            case 1 -> client.get("/api/", rest).checkNotFailed();
            case 2 -> order(rest);
            case 3 -> session(frames(rest));
            default -> session(rest);
        }
        ConsoleAnswer next = client.get("/api/run", new byte[0]);
        Guard.check(next.status() == 200, "the next request was not answered " + next);
        errors.check();
    }

    private void order(byte[] rest) {
        if (rest.length > 0) {
            String name = ORDERS.get((rest[0] & 0xFF) % ORDERS.size());
            ConsoleAnswer answer = client.post("/api/admin/" + name, Arrays.copyOfRange(rest, 1, rest.length));
            Guard.check(answer.status() != 0, "an order was not answered " + answer);
            answer.checkNotFailed();
        }
    }

    private void session(byte[] frames) {
        ConsoleAnswer answer = client.session("/live", frames);
        Guard.check(answer.status() == 101, "a session was refused " + answer);
        answer.checkFrames();
    }

    /** Returns valid frames of a client; for each, the input has its first byte and its payload after its length. */
    private static byte[] frames(byte[] input) {
        List<byte[]> frames = new ArrayList<>();
        int at = 0;
        while (at < input.length) {
            int first = input[at++] & (LAST_FRAME | OPCODE);
            int length = Bytes.counted(Arrays.copyOfRange(input, at, input.length), input.length - at - 2);
            int from = Math.min(input.length, at + 2);
            at = from + Math.max(0, length);
            frames.add(ConsoleClient.frame(first, Arrays.copyOfRange(input, from, at)));
        }
        return Bytes.join(frames.toArray(byte[][]::new));
    }

    private void open() {
        if (inputs++ >= INPUTS_OF_ONE_CONSOLE) {
            close();
        }
        if (console == null) {
            inputs = 0;
            directory = DataDirectory.create();
            write(directory);
            ConsoleOptions options = ConsoleOptions.loopback(0).withToken(TOKEN).withAccess(ConsoleAccess.ADMIN);
            errors = ServerErrors.watch();
            console = DataConsole.open(directory.path(), options);
            client = new ConsoleClient(URI.create(console.uri()), TOKEN);
        }
    }

    private static void write(DataDirectory directory) {
        ChannelOptions options = ChannelOptions.defaults()
                .withJournal(JournalOptions.defaults()
                        .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                        .withOwnership(Ownership.SHARED));
        try (Channel channel = Channel.journal("steps", directory.path().resolve("steps"), options);
                ChannelWriter writer = channel.writer()) {
            Steps steps = writer.as(Steps.class);
            for (int number = 0; number < 100; number++) {
                steps.step(number, number % 2 == 0 ? "even" : "odd <b>");
            }
            channel.journal().orElseThrow().position("reports").set(-1);
        }
    }

    @Override
    public List<byte[]> seeds() {
        byte last = (byte) (LAST_FRAME | 1);
        return List.of(
                seed(0, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
                seed(
                        0,
                        "POST /api/admin/skip HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer " + TOKEN
                                + "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
                seed(1, "run"),
                seed(1, "channel/steps"),
                seed(1, "messages?channel=steps&direction=backward&field=text&op=contains&value=o%3C&limit=3"),
                seed(1, "messages?channel=steps&from=0:4096&call=step,stop&field=number&op=lt&value=1e2"),
                seed(1, "messages?channel=steps&time=2026-03-01T12:30:00Z"),
                seed(1, "message?channel=steps&index=0:4096&format=yaml"),
                seed(1, "trace?channel=steps&index=0:4096&depth=2"),
                seed(1, "latency?component=steps&measure=service"),
                seed(1, "view/journals"),
                seed(2, "\0{\"channel\":\"steps\",\"call\":\"step\",\"arguments\":{\"number\":1,\"text\":\"a\"}}"),
                seed(2, "\0{\"channel\":\"steps\",\"call\":\"step\",\"arguments\":[1,null]}"),
                seed(2, "\1{\"channel\":\"steps\",\"position\":\"reports\",\"index\":\"none\"}"),
                seed(2, "\2{\"component\":\"a\",\"channel\":\"steps\",\"index\":\"0:64\",\"reason\":\"bad\"}"),
                sessionSeed(last, "{\"confirm\":1}"),
                sessionSeed(
                        last,
                        "{\"follow\":{\"channel\":\"steps\",\"call\":\"step\",\"field\":\"number\",\"op\":\"gt\","
                                + "\"value\":\"5\",\"format\":\"json\"}}"),
                sessionSeed(last, "{\"follow\":null,\"confirm\":2}"),
                Bytes.join(
                        new byte[] {4},
                        ConsoleClient.frame(LAST_FRAME | 9, new byte[] {1, 2}),
                        ConsoleClient.frame(LAST_FRAME | 8, new byte[] {3, (byte) 0xE8})));
    }

    private static byte[] seed(int kind, String text) {
        return Bytes.join(new byte[] {(byte) kind}, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] sessionSeed(byte first, String text) {
        return Bytes.join(new byte[] {3, first}, Bytes.counted(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        if (console != null) {
            console.close();
            errors.close();
            directory.close();
            console = null;
        }
    }
}
