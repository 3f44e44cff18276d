package io.millrace.fix.acceptance;

import io.millrace.fix.FixSettings;
import java.util.function.UnaryOperator;

/** The scripts against sessions without a network. */
class VirtualTimeTest extends ScriptContract {

    @Override
    ScriptAcceptor open(Dictionaries known, UnaryOperator<FixSettings.Builder> adjust) {
        return new VirtualAcceptor(known, adjust);
    }
}
