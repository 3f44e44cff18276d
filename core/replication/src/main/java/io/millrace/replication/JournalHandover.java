package io.millrace.replication;

import io.millrace.journal.Epoch;
import io.millrace.journal.SourceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Prepares the journal of a source for being moved to another machine, where no other member knows it: it
 * becomes an ordinary journal with the same messages under the same indexes, and may become a source again there. Its
 * copies elsewhere belong to members that no longer exist, so they are to be deleted and made again.
 */
public final class JournalHandover {

    private JournalHandover() {}

    /**
     * Makes the journal in a directory an ordinary one; does nothing if it is one. A call that was interrupted is
     * repeated.
     *
     * @throws ReplicationException if it is a copy, or was promoted: indexes of a later epoch need its members
     * @throws io.millrace.journal.JournalException if there is no journal, or it is open for writing
     */
    public static void detach(Path directory) {
        try (SourceTable table = SourceTable.open(directory)) {
            if (FileMemberStore.exists(directory)) {
                MemberState state = new FileMemberStore(directory).read();
                if (state.role() != Role.SOURCE || !state.promised().equals(Epoch.FIRST)) {
                    throw new ReplicationException("only the journal of a source that was never promoted can be moved"
                            + " directory=" + directory + " role=" + state.role() + " epoch=" + state.promised());
                }
            }
            table.becomeOrdinary();
            Files.deleteIfExists(directory.resolve(FileMemberStore.FILE));
        } catch (IOException e) {
            throw new ReplicationException("cannot delete the state of a member directory=" + directory, e);
        }
    }
}
