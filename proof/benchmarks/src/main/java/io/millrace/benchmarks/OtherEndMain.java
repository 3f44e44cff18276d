package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The program of {@link OtherEnd}. It takes orders by its standard input, a line each, and answers each with a line:
 *
 * <ul>
 *   <li>{@code copy ADDRESS DIR} begins a copy of the journal of the member at an address, until {@code close};
 *   <li>{@code sink BYTES FILE} answers with a port, where it takes one connection, writes so many bytes into a mapped
 *       file and confirms them with one byte;
 *   <li>{@code count} answers with a port, where it takes one connection and answers each read with the number of all
 *       bytes until then;
 *   <li>{@code echo BYTES ANSWER} answers with a port, where it takes one connection and answers each message of so
 *       many bytes with others.
 * </ul>
 */
public final class OtherEndMain {
    /** What begins the lines that are answers; libraries may print others. */
    static final String ANSWER = "answer: ";

    private static final int CHUNK_BYTES = 1 << 18;

    private MemberFiles copy;

    private OtherEndMain() {}

    /**
     * Serves until the parent ends.
     *
     * @param args none
     * @throws Exception any failure
     */
    public static void main(String[] args) throws Exception {
        OtherEndMain main = new OtherEndMain();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            main.serve(order.split(" ", 3));
        }
        System.exit(0); // a connection may be open
    }

    private static void answer(Object answer) {
        System.out.println(ANSWER + answer);
        System.out.flush();
    }

    private void serve(String[] words) throws IOException {
        switch (words[0]) {
            case "copy" -> {
                copy = MemberFiles.copy(Path.of(words[2]), words[1]);
                answer("open");
            }
            case "close" -> {
                copy.close();
                answer("closed");
            }
            case "sink" -> serve(channel -> take(channel, Long.parseLong(words[1]), Path.of(words[2])));
            case "echo" -> serve(channel -> echo(channel, Integer.parseInt(words[1]), Integer.parseInt(words[2])));
            case "count" -> serve(OtherEndMain::count);
            default -> throw new BenchmarkException("order is not known order=" + words[0]);
        }
    }

    private interface Handler {
        void serve(SocketChannel channel) throws IOException;
    }

    private static void serve(Handler handler) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            answer(((InetSocketAddress) server.getLocalAddress()).getPort());
            try (SocketChannel channel = server.accept()) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                handler.serve(channel);
            }
        }
    }

    private static void take(SocketChannel channel, long bytes, Path path) throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel file = FileChannel.open(
                        path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);
            var mapping = file.map(MapMode.READ_WRITE, 0, bytes, arena);
            for (long at = 0; at < bytes; ) {
                if (channel.read(buffer.clear()) < 0) {
                    throw new BenchmarkException("the connection has ended missingBytes=" + (bytes - at));
                }
                int count = buffer.flip().remaining();
                mapping.asSlice(at, count).copyFrom(java.lang.foreign.MemorySegment.ofBuffer(buffer));
                at += count;
            }
            channel.write(ByteBuffer.allocate(1));
        }
    }

    private static void count(SocketChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);
        ByteBuffer answer = ByteBuffer.allocateDirect(Long.BYTES);
        long all = 0;
        for (int read = channel.read(buffer); read >= 0; read = channel.read(buffer.clear())) {
            all += read;
            channel.write(answer.clear().putLong(all).flip());
        }
    }

    private static void echo(SocketChannel channel, int bytes, int answerBytes) throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(bytes);
        ByteBuffer answer = ByteBuffer.allocateDirect(answerBytes);
        while (channel.read(message) >= 0) {
            if (!message.hasRemaining()) {
                channel.write(answer.clear());
                message.clear();
            }
        }
    }
}
