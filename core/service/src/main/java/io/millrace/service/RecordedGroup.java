package io.millrace.service;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.StagedCall;

/** The calls that an output has for one input, compared with what the component writes now. */
final class RecordedGroup {

    private RecordedGroup() {}

    /**
     * Returns whether the call at the cursor and a staged one are the same. A call whose key was deleted cannot be
     * compared; the texts of two error records may contain addresses, which differ.
     */
    static boolean same(ChannelCursor output, StagedCall actual) {
        return !output.isReadable()
                || output.sameCall(actual)
                || (RecordWriter.isError(output.schema()) && RecordWriter.isError(actual.schema()));
    }

    /** Returns the error for a call that is not the next one of its group. */
    static ServiceException incomplete(String service, RecordedInputs recorded, long number, int expected) {
        return new ServiceException("output has an incomplete group service=" + service + " output="
                + recorded.position() + " input=" + recorded.inputText() + " k=" + number + " expected=" + expected);
    }
}
