package io.millrace.journal;

import java.nio.file.Path;

/**
 * One finding in the files of a journal.
 *
 * @param kind what it is
 * @param file the file, or the directory where a file is missing
 * @param offset where in the file, in bytes from its start
 * @param index the index at that offset, or {@link Index#NONE} where it is not among frames
 * @param detail more about it, as {@code name=value}
 */
public record Finding(FindingKind kind, Path file, long offset, long index, String detail) {

    @Override
    public String toString() {
        return kind + " file=" + file + " offset=" + offset
                + (index == Index.NONE ? "" : " index=" + Index.toText(index)) + " " + detail;
    }
}
