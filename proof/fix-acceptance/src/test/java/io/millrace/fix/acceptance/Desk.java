package io.millrace.fix.acceptance;

import io.millrace.fix.FixTextInput;
import io.millrace.fix.FixTextOutput;

/** A component that gets messages and answers none. */
public final class Desk implements FixTextInput {

    /** Takes the output, which it does not need. */
    public Desk(FixTextOutput out) {
        out.getClass();
    }

    @Override
    public void message(String session, long number, String type, String text) {
        // it is only in the journal
    }
}
