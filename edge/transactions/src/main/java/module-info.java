/** A transaction manager for several XA resources, whose decisions are in a log with group commit. */
module io.millrace.transactions {
    requires transitive jakarta.transaction;
    requires transitive java.sql;
    requires transitive java.transaction.xa;
    requires transitive io.millrace.channel;
    requires io.millrace.concurrent;
    requires io.millrace.journal;
    requires io.millrace.memory;
    requires jdk.jfr;
    requires static io.agroal.api;

    exports io.millrace.transactions;
}
