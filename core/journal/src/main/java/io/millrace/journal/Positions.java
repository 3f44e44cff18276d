package io.millrace.journal;

import io.millrace.memory.Access;
import java.nio.file.Path;
import java.util.List;

/**
 * The named positions of a journal, for its operators: positions of readers that are away for long, or will never
 * return, keep segments from being removed. Takes no lock, so the journal may be in use, also by a single owner; the
 * reader of a position that is changed here must not be running. For one thread.
 */
public final class Positions implements AutoCloseable {

    private final JournalTable table;

    private Positions(JournalTable table) {
        this.table = table;
    }

    /**
     * Opens the positions of the journal in a directory.
     *
     * @throws JournalException if the journal does not exist, or cannot be written
     * @throws JournalDamagedException if its table is damaged or missing
     */
    public static Positions open(Path directory) {
        JournalTable.require(directory);
        return new Positions(JournalTable.open(directory, Access.READ_WRITE));
    }

    /** Returns all positions. */
    public List<NamedPosition> list() {
        return NamedPositions.list(table);
    }

    /**
     * Records that a reader is away for long, so that its position keeps no segment. When it returns, it continues at
     * its index, or at the first kept frame.
     *
     * @throws JournalException if there is no position of this name
     */
    public void park(String name) {
        require(name);
        NamedPositions.existing(table, name, Access.READ_WRITE).park();
    }

    /**
     * Moves a position, by convention to the last frame that its reader has processed; ends a park.
     *
     * @param name its name
     * @param index the index of a frame, or {@link Index#NONE} for a reader that is to begin again
     * @throws JournalException if there is no position of this name
     */
    public void set(String name, long index) {
        require(name);
        NamedPositions.existing(table, name, Access.READ_WRITE).set(index);
    }

    /**
     * Deletes a position. A reader that asks for this name again gets a new position, which was never read.
     *
     * @throws JournalException if there is no position of this name
     */
    public void delete(String name) {
        require(name);
        NamedPositions.delete(table, name);
    }

    private void require(String name) {
        List<String> names = list().stream().map(NamedPosition::name).toList();
        if (!names.contains(name)) {
            throw new JournalException(
                    "named position does not exist name=" + name + " names=" + names + " file=" + table.file());
        }
    }

    @Override
    public void close() {
        table.close();
    }
}
