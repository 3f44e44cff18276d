package io.millrace.fix.cli;

import io.millrace.fix.FixSession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fix acceptor}: an acceptor on this machine that sends orders back, for acceptance scripts and for trials. */
@Command(
        name = "acceptor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Accept sessions of FIX on loopback as ISLD, and send orders back: for acceptance scripts and for"
                    + " trials of a client. Numbers are kept in memory.",
            "Prints 'ready' when it listens. Standard input takes lines such as"
                    + " 'FIX.4.4:ISLD->TW NEXTSENDERSEQNUM 5' or NEXTTARGETSEQNUM, each answered by 'ok', and 'quit'."
        },
        footerHeading = "%nExample:%n",
        footer = "  millrace fix acceptor --port 9880 --dictionaries spec --profile j")
final class AcceptorCommand implements Callable<Integer> {

    private static final int MOST_CLIENTS = 10_000;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final long TICK_MS = 20;

    @Option(names = "--port", required = true, description = "Where to listen on loopback; 0 is any that is free.")
    private int port;

    @Option(
            names = "--dictionaries",
            required = true,
            paramLabel = "DIR",
            description = "A directory with dictionaries of the usual names: FIX40.xml to FIX44.xml, and FIXT11.xml"
                    + " with FIX50.xml, FIX50SP1.xml, FIX50SP2.xml, FIXLatest.xml.")
    private Path dictionaries;

    @Option(
            names = "--profile",
            defaultValue = "j",
            description = "The scripts that are to pass: j, those of QuickFIX/J (the default), or c, those of QuickFIX"
                    + " in C++.")
    private String profile;

    @Spec
    private CommandSpec spec;

    private final Queue<String> orders = new ConcurrentLinkedQueue<>();
    private final List<SocketClient> clients = new ArrayList<>();
    private boolean quit;

    @Override
    public Integer call() throws IOException {
        AcceptorSessions sessions = AcceptorSessions.read(dictionaries, profile());
        if (sessions.size() == 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--dictionaries: the directory has none of the usual names, such as FIX44.xml directory="
                            + dictionaries);
        }
        try (Selector selector = Selector.open();
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            PrintWriter out = spec.commandLine().getOut();
            out.println("ready port=" + ((InetSocketAddress) server.getLocalAddress()).getPort());
            out.flush();
            Thread input =
                    Thread.ofPlatform().daemon().name("millrace-fix-input").start(() -> readOrders(selector));
            run(selector, server, sessions, out);
            input.interrupt();
        }
        return 0;
    }

    private EchoApplication.Profile profile() {
        return switch (profile.toLowerCase(Locale.ROOT)) {
            case "j" -> EchoApplication.Profile.J;
            case "c" -> EchoApplication.Profile.C;
            default -> throw new ParameterException(spec.commandLine(), "--profile: is j or c profile=" + profile);
        };
    }

    private void readOrders(Selector selector) {
        try {
            BufferedReader reader = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                orders.add(line.strip());
                selector.wakeup();
            }
        } catch (IOException e) {
            System.getLogger("io.millrace.fix.cli").log(System.Logger.Level.WARNING, "cannot read standard input", e);
        }
    }

    private void run(Selector selector, ServerSocketChannel server, AcceptorSessions sessions, PrintWriter out)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        while (!quit) {
            selector.select(TICK_MS);
            long nowNs = nowNs();
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.attachment() instanceof SocketClient client) {
                    client.read(buffer, nowNs);
                } else {
                    accept(selector, server, sessions, nowNs);
                }
            }
            selector.selectedKeys().clear();
            for (String order = orders.poll(); order != null; order = orders.poll()) {
                out.println(obey(sessions, order, nowNs));
                out.flush();
            }
            for (SocketClient client : clients) {
                client.poll(nowNs);
            }
            clients.removeIf(SocketClient::isClosed);
        }
        clients.forEach(client -> client.end(nowNs()));
    }

    private void accept(Selector selector, ServerSocketChannel server, AcceptorSessions sessions, long nowNs)
            throws IOException {
        SocketChannel channel = server.accept();
        if (channel == null) {
            return;
        }
        if (clients.size() == MOST_CLIENTS) {
            channel.close();
            return;
        }
        channel.configureBlocking(false);
        channel.socket().setTcpNoDelay(true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        SocketClient client = new SocketClient(channel, key, sessions, nowNs);
        key.attach(client);
        clients.add(client);
    }

    private String obey(AcceptorSessions sessions, String order, long nowNs) {
        if (order.equals("quit")) {
            quit = true;
            return "ok";
        }
        String[] parts = order.split("[ =]+", -1);
        FixSession session = parts.length == 3 ? sessions.named(parts[0]) : null;
        if (session == null || !parts[2].matches("[1-9][0-9]{0,17}")) {
            return "error: not an order, or no such session order=" + order;
        }
        long number = Long.parseLong(parts[2]);
        switch (parts[1]) {
            case "NEXTSENDERSEQNUM" -> session.sender().setNextOutgoing(nowNs, number);
            case "NEXTTARGETSEQNUM" -> session.receiver().setNextIncoming(number);
            default -> {
                return "error: unknown order=" + order;
            }
        }
        return "ok";
    }

    private static long nowNs() {
        return Duration.between(Instant.EPOCH, Instant.now()).toNanos();
    }
}
