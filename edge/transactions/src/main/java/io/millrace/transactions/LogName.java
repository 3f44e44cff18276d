package io.millrace.transactions;

import java.util.HexFormat;

/**
 * The owner of a branch: a manager by its node name and the identity of its log. Two managers that run under one node
 * name by mistake have different logs, and neither decides about branches of the other.
 *
 * @param node the node name
 * @param log the identity of the log, 0 for a store without one
 */
record LogName(NodeName node, long log) {

    /** How many characters {@link #toString} has at most. */
    static final int MAX_CHARS = NodeName.BYTES + 1 + 2 * Long.BYTES;

    /** Returns the identity of a log as text: 16 hexadecimal digits. */
    static String text(long log) {
        return HexFormat.of().toHexDigits(log);
    }

    /** Returns the node name, and the identity of the log where there is one. */
    @Override
    public String toString() {
        return log == 0 ? node.toString() : node + "/" + text(log);
    }
}
