/** A Byzantine-fault-tolerant order of signed calls: blocks, their acceptance and the rule that commits them. */
module io.millrace.ledger {
    requires transitive io.millrace.channel;
    requires io.millrace.concurrent;
    requires io.millrace.journal;
    requires transitive io.millrace.net;
    requires transitive io.millrace.service;
    requires transitive io.millrace.topology;
    requires transitive io.millrace.wire;

    exports io.millrace.ledger;

    provides io.millrace.topology.TopologySection with
            io.millrace.ledger.LedgerSection;
}
