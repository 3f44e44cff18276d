/** A channel made of what is in a Chronicle Queue. */
module io.millrace.bridge {
    requires chronicle.bytes;
    requires chronicle.queue;
    requires chronicle.wire;
    requires info.picocli;
    requires io.millrace.channel;
    requires transitive io.millrace.cli;

    exports io.millrace.bridge;

    opens io.millrace.bridge to
            info.picocli;

    provides io.millrace.cli.CommandProvider with
            io.millrace.bridge.BridgeCommands;
}
