package io.millrace.fix.peers;

import io.millrace.fix.FixFramer;
import io.millrace.fixtures.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * What is between an initiator and an acceptor on one machine: it passes whole messages, loses those that a test names,
 * holds one direction, and remembers what it has passed. Any thread.
 */
public final class FixWire implements AutoCloseable {

    private static final int LONGEST = 1 << 20;
    private static final int BUFFER_BYTES = 4096;

    /** A direction: what is lost, whether it is held, and what was passed. */
    private static final class Direction {
        private final List<String> passed = new CopyOnWriteArrayList<>();
        private volatile boolean held;
        private Predicate<String> lost = _ -> false;
        private int losses;
    }

    private final ServerSocket server;
    private final Map<FixPeer.Role, Direction> directions = new EnumMap<>(FixPeer.Role.class);
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile int to;
    private boolean closed;

    private FixWire(ServerSocket server) {
        this.server = server;
        for (FixPeer.Role role : FixPeer.Role.values()) {
            directions.put(role, new Direction());
        }
    }

    /** Starts to listen at a free port. */
    public static FixWire start() throws IOException {
        FixWire wire = new FixWire(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        wire.run("fix-wire", wire::accept);
        return wire;
    }

    /** Returns the port to which the initiator connects. */
    public int port() {
        return server.getLocalPort();
    }

    /** Sets where the acceptor listens. */
    public void to(int port) {
        to = port;
    }

    /** Loses the next messages of a side of which a part of the text, as in {@code |35=D|}, says which. */
    public void lose(FixPeer.Role from, String part, int count) {
        Direction direction = directions.get(from);
        synchronized (direction) {
            direction.lost = text -> text.contains(part);
            direction.losses = count;
        }
    }

    /** Returns whether all messages were lost that are to be lost. */
    public boolean hasLost(FixPeer.Role from) {
        Direction direction = directions.get(from);
        synchronized (direction) {
            return direction.losses == 0;
        }
    }

    /** Passes nothing of a side until {@link #release}. */
    public void hold(FixPeer.Role from) {
        directions.get(from).held = true;
    }

    /** Passes what was held, and what follows. */
    public void release(FixPeer.Role from) {
        directions.get(from).held = false;
    }

    /** Returns the messages of a side that were passed, with bars for the byte 1. */
    public List<String> passed(FixPeer.Role from) {
        return directions.get(from).passed;
    }

    /** Returns how many messages of a side were passed that have all of the parts. */
    public long count(FixPeer.Role from, String... parts) {
        return passed(from).stream()
                .filter(text -> Arrays.stream(parts).allMatch(text::contains))
                .count();
    }

    /** Cuts the present connection. */
    public synchronized void cut() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                connect(server.accept());
            } catch (IOException _) {
                // it was closed, or the acceptor does not listen now: the initiator tries again
            }
        }
    }

    private void connect(Socket near) throws IOException {
        Socket far;
        try {
            far = new Socket(InetAddress.getLoopbackAddress(), to);
        } catch (IOException e) {
            near.close();
            throw e;
        }
        near.setTcpNoDelay(true);
        far.setTcpNoDelay(true);
        if (isAdded(near, far)) {
            run("fix-wire-there", () -> pass(FixPeer.Role.INITIATOR, near, far));
            run("fix-wire-back", () -> pass(FixPeer.Role.ACCEPTOR, far, near));
        }
    }

    private synchronized boolean isAdded(Socket near, Socket far) throws IOException {
        if (closed) {
            near.close();
            far.close();
            return false;
        }
        sockets.add(near);
        sockets.add(far);
        return true;
    }

    private void pass(FixPeer.Role from, Socket in, Socket out) {
        FixFramer framer = new FixFramer(LONGEST);
        byte[] buffer = new byte[BUFFER_BYTES];
        try (in;
                out) {
            for (int read = in.getInputStream().read(buffer);
                    read >= 0;
                    read = in.getInputStream().read(buffer)) {
                framer.add(buffer, 0, read);
                for (FixFramer.Result found = framer.next();
                        found != FixFramer.Result.INCOMPLETE;
                        found = framer.next()) {
                    message(directions.get(from), framer, found, out);
                }
            }
        } catch (IOException _) {
            // the connection was cut
        }
    }

    private static void message(Direction direction, FixFramer framer, FixFramer.Result found, Socket out)
            throws IOException {
        if (found != FixFramer.Result.MESSAGE) {
            direction.passed.add("garbled");
            return;
        }
        byte[] bytes = Arrays.copyOfRange(framer.bytes(), framer.offset(), framer.offset() + framer.length());
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).replace((char) 1, '|');
        synchronized (direction) {
            if (direction.losses > 0 && direction.lost.test(text)) {
                direction.losses--;
                return;
            }
        }
        Await.until("what is held is released", () -> !direction.held || out.isClosed());
        direction.passed.add(text); // before the other side can answer it
        out.getOutputStream().write(bytes);
    }

    private synchronized void run(String name, Runnable work) {
        Thread thread = Thread.ofPlatform().name(name).daemon().unstarted(work);
        threads.removeIf(each -> !each.isAlive() && each.getState() == Thread.State.TERMINATED);
        threads.add(thread);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        List<Thread> running;
        synchronized (this) {
            closed = true;
            server.close();
            cut();
            running = List.copyOf(threads);
        }
        for (Thread thread : running) {
            Await.until("a thread of the wire ends", () -> !thread.isAlive());
        }
    }
}
