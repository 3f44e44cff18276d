package io.millrace.net;

import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberLog;
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
    String await(MemberEvent event) throws InterruptedException {
        String found;
        do {
            found = events.take();
        } while (!found.startsWith(event + " "));
        return found;
    }

    @Override
    public void close() {
        node.close();
        if (log instanceof io.millrace.replication.JournalLog files) {
            files.close();
        }
    }
}
