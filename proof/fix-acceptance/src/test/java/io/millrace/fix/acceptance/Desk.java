package io.millrace.fix.acceptance;

import io.millrace.fix.FixTextInput;
import io.millrace.fix.FixTextOutput;

/** A component that gets messages and answers none; a component has an output all the same. */
public final class Desk implements FixTextInput {

    private final FixTextOutput out;

    public Desk(FixTextOutput out) {
        this.out = out;
    }

    @Override
    public String toString() {
        return "answers nothing to " + out;
    }

    @Override
    public void message(String session, long number, String type, String text) {
        // it is only in the journal
    }
}
