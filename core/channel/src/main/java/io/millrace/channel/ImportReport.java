package io.millrace.channel;

import java.util.List;

/**
 * The result of an import.
 *
 * @param calls how many calls were imported
 * @param missing signs that the text is incomplete, a sentence each with line and counts; empty if it is complete
 */
public record ImportReport(long calls, List<String> missing) {

    /** Copies the list. */
    public ImportReport {
        missing = List.copyOf(missing);
    }
}
