package io.millrace.browser;

import io.millrace.fix.FixTextInput;
import io.millrace.fix.FixTextOutput;

/** Takes messages of counterparties, and says nothing. */
public final class SilentDesk implements FixTextInput {

    /** Makes a component that has an output. */
    public SilentDesk(FixTextOutput out) {
        // it is not used
    }

    @Override
    public void message(String session, long number, String type, String text) {}
}
