package io.millrace.net;

import io.millrace.fixtures.Await;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/**
 * A member with what it stands on.
 *
 * @param address where others reach it
 * @param events what it has reported, oldest first
 */
record TestMember<L extends MemberLog>(
        String name, ReplicationNode node, L log, HostPort address, BlockingQueue<String> events)
        implements AutoCloseable {

    boolean isSource() {
        return node.ask(member -> member.isSource());
    }

    boolean isStreaming() {
        return node.ask(member -> member.isStreaming());
    }

    /** Returns how many members this one knows. */
    int members() {
        return node.ask(member -> member.state().configuration() == null
                ? 0
                : member.state().configuration().everyone().size());
    }

    /** Waits for an event, passes over those before it, and returns its text. */
    String await(MemberEvent event) {
        List<String> passed = new ArrayList<>();
        Await.until(
                name + " reports " + event,
                () -> {
                    events.drainTo(passed, 1);
                    return !passed.isEmpty() && passed.getLast().startsWith(event + " ");
                },
                () -> "reported=" + passed);
        return passed.getLast();
    }

    @Override
    public void close() {
        node.close();
        if (log instanceof io.millrace.replication.JournalLog files) {
            files.close();
        }
    }
}
