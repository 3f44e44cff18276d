package io.millrace.fix.acceptance;

import io.millrace.fix.FixSettings;
import java.util.function.UnaryOperator;

/** The scripts against an engine over sockets. */
class SocketTest extends ScriptContract {

    @Override
    ScriptAcceptor open(Dictionaries known, UnaryOperator<FixSettings.Builder> adjust) {
        return new SocketAcceptor(known, adjust);
    }
}
