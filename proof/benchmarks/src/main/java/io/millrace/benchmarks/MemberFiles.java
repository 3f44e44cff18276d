package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.net.HostPort;
import io.millrace.net.LinkOptions;
import io.millrace.net.ReplicationNode;
import io.millrace.replication.CopyStatus;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A member of a replicated journal in files, with the usual options. */
final class MemberFiles implements AutoCloseable {
    private static final MissingPolicy WAIT = new MissingPolicy.Wait(TimeUnit.SECONDS.toNanos(10));
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final JournalLog log;
    private final ReplicationNode node;

    private MemberFiles(Path directory, List<String> seeds) throws IOException {
        HostPort address = freePort();
        FileMemberStore store = new FileMemberStore(directory);
        log = JournalLog.open(directory, JournalOptions.defaults(), store);
        node = ReplicationNode.open(
                address,
                LinkOptions.defaults().withErrorHandler(error -> System.err.println("a link failed: " + error)),
                MemberOptions.of(address.toString(), address.toString(), seeds, WAIT),
                log,
                store,
                (_, _) -> {});
    }

    private static HostPort freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new HostPort("127.0.0.1", socket.getLocalPort());
        }
    }

    /** Opens a copy of the journal of the member at an address. */
    static MemberFiles copy(Path directory, String source) throws IOException {
        return new MemberFiles(directory, List.of(source));
    }

    /** Makes the journal in a directory a source, of which so many copies acknowledge. */
    static MemberFiles newSource(Path directory, int copies) throws IOException {
        MemberFiles source = new MemberFiles(directory, List.of());
        source.node.order(member -> {
            source.log.becomeSource();
            member.found(copies, Durability.MAPPED);
        });
        return source;
    }

    /** Opens a member again that has been a source before. */
    static MemberFiles again(Path directory) throws IOException {
        return new MemberFiles(directory, List.of());
    }

    String address() {
        return node.address().toString();
    }

    /** Takes the journal by which this process appends. */
    void attach(Journal journal) {
        node.order(_ -> log.attach(journal));
    }

    /** Notes an append. */
    void appended() {
        node.appended();
    }

    /** Waits until one copy has everything. */
    void awaitCopy() {
        while (!node.ask(member -> member.copies().stream().anyMatch(this::hasAll))) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private boolean hasAll(CopyStatus copy) {
        if (copy.mapped() > log.end()) {
            throw new BenchmarkException("a copy has more than its source mapped=" + copy.mapped());
        }
        return copy.link() == CopyStatus.Link.CONNECTED && copy.mapped() == log.end();
    }

    /** Removes the copies, whose files are gone. */
    void forgetCopies() {
        node.order(member -> member.copies().forEach(copy -> member.remove(copy.name())));
    }

    @Override
    public void close() {
        node.close();
        log.close();
    }
}
