package io.millrace.simulation;

import io.millrace.journal.JournalOptions;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.ReplicationNode;
import io.millrace.prove.LinkProxy;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Member;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A member of a {@link LinkRound}: a journal in files, real sockets, and a proxy by which others reach it. Its messages
 * are numbers that are followed by zeros.
 */
final class LinkMember implements AutoCloseable {

    /** A link whose peer is silent for so long ends. */
    static final long DEAD_AFTER_NS = 1_000_000_000;

    static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);

    private static final long MS_NS = 1_000_000;
    private static final int RUN_BYTES = 64 << 10;

    private final String name;
    private final Path directory;
    private final HostPort listens;
    private final LinkProxy proxy;
    private final LinkOptions links;
    private final Queue<String> events = new ConcurrentLinkedQueue<>();
    private JournalLog log;
    private ReplicationNode node;

    /** Creates a member that is not open. */
    LinkMember(String name, Path scratch, LinkOptions links) throws IOException {
        this.name = name;
        this.directory = scratch.resolve(name);
        this.links = links.withErrorHandler(error -> note(String.valueOf(error.getMessage())));
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.listens = new HostPort("127.0.0.1", free.getLocalPort());
        }
        this.proxy = LinkProxy.start("127.0.0.1", listens.port());
    }

    /** Opens the member, with addresses of which it asks one for the source. */
    void open(List<String> seeds) {
        FileMemberStore store = new FileMemberStore(directory);
        log = JournalLog.open(directory, OPTIONS, store);
        MemberOptions options = new MemberOptions(
                name,
                address(),
                seeds,
                new MissingPolicy.Wait(DEAD_AFTER_NS),
                DEAD_AFTER_NS / 10,
                DEAD_AFTER_NS,
                10 * DEAD_AFTER_NS,
                10 * MS_NS,
                DEAD_AFTER_NS / 2,
                RUN_BYTES);
        node = ReplicationNode.open(listens, links, options, log, store, (event, text) -> note(event + " " + text));
    }

    private void note(String text) {
        events.add(text);
        while (events.size() > 20) {
            events.poll();
        }
    }

    String name() {
        return name;
    }

    Path directory() {
        return directory;
    }

    /** Returns where others reach it, through its proxy. */
    String address() {
        return "127.0.0.1:" + proxy.port();
    }

    /** Returns where it listens, without a proxy. */
    HostPort listens() {
        return listens;
    }

    LinkProxy proxy() {
        return proxy;
    }

    JournalLog log() {
        return log;
    }

    ReplicationNode node() {
        return node;
    }

    boolean isSource() {
        return node.ask(Member::isSource);
    }

    boolean isStreaming() {
        return node.ask(Member::isStreaming);
    }

    /** Returns the numbers that the journal has, acknowledged or not. */
    List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        try (var journal = io.millrace.journal.Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer(TailerOptions.defaults().withMark(MarkPolicy.NEVER))) {
            while (tailer.read() == Read.MESSAGE) {
                numbers.add(tailer.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, tailer.offset()));
            }
        }
        return numbers;
    }

    /** Returns what it has reported last, for people. */
    @Override
    public String toString() {
        return name + " " + events;
    }

    @Override
    public void close() {
        try {
            proxy.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (node != null) {
                node.close();
            }
            if (log != null) {
                log.close();
            }
        }
    }
}
