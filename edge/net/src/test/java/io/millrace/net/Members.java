package io.millrace.net;

import io.millrace.fixtures.CuttingProxy;
import io.millrace.fixtures.FreePorts;
import io.millrace.journal.JournalOptions;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.MemberLog;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MemberStore;
import io.millrace.replication.MissingPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Starts members on loopback, quick to reconnect, and closes them, the last first. */
final class Members implements AutoCloseable {

    static final long MS_NS = 1_000_000;
    static final MissingPolicy WAIT = new MissingPolicy.Wait(1_000 * MS_NS);

    private final List<TestMember<?>> open = new ArrayList<>();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final LinkOptions links;
    private final int runBytes;

    /**
     * Creates a fixture without members.
     *
     * @param runBytes most bytes of frames in a message: few, so that runs are divided
     */
    Members(int runBytes) {
        this(runBytes, LinkOptions.defaults());
    }

    /** Creates a fixture whose links are made as the options say. */
    Members(int runBytes, LinkOptions links) {
        this.runBytes = runBytes;
        this.links = links.withErrorHandler(errors::add);
    }

    /** Returns what links have reported. */
    BlockingQueue<Throwable> errors() {
        return errors;
    }

    MemberOptions options(String name, HostPort address, List<String> seeds) {
        return options(name, address, seeds, WAIT, 5_000 * MS_NS);
    }

    MemberOptions options(String name, HostPort address, List<String> seeds, MissingPolicy missing, long deadAfterNs) {
        return new MemberOptions(
                name,
                address.toString(),
                seeds,
                missing,
                20 * MS_NS,
                deadAfterNs,
                5_000 * MS_NS,
                MS_NS,
                20 * MS_NS,
                runBytes);
    }

    /** Starts a member that listens at an address; its options say at which others reach it. */
    <L extends MemberLog> TestMember<L> start(HostPort listen, MemberOptions options, L log, MemberStore store) {
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        ReplicationNode node = ReplicationNode.open(
                listen, links, options, log, store, (event, text) -> events.add(event + " " + text));
        TestMember<L> member = new TestMember<>(options.name(), node, log, HostPort.parse(options.address()), events);
        open.add(member);
        return member;
    }

    /** Starts a member whose journal is in a directory. */
    TestMember<JournalLog> start(HostPort listen, MemberOptions options, Path directory, JournalOptions journal) {
        FileMemberStore store = new FileMemberStore(directory);
        JournalLog log = JournalLog.open(directory, journal, store);
        return start(listen, options, log, store);
    }

    static HostPort freePort() {
        return new HostPort("127.0.0.1", FreePorts.next());
    }

    /** Returns where a proxy listens. */
    static HostPort at(CuttingProxy proxy) {
        return new HostPort("127.0.0.1", proxy.port());
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.removeLast().close();
        }
    }
}
