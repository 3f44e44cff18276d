package io.millrace.channel;

import java.util.List;

/**
 * What an import has made a channel of.
 *
 * @param calls how many calls were imported
 * @param missing what shows that the text is not all that was exported, a sentence each with line and counts; empty
 *     where it is whole
 */
public record ImportReport(long calls, List<String> missing) {

    /** Takes over what was found. */
    public ImportReport {
        missing = List.copyOf(missing);
    }
}
