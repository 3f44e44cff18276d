/** A Byzantine-fault-tolerant order of signed calls: blocks, their acceptance and the rule that commits them. */
module io.millrace.ledger {
    exports io.millrace.ledger;
}
