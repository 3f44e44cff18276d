package io.millrace.ledger.bftsmart;

import java.util.Properties;

/** What replicas verify and store; calls, answers and messages among replicas have MACs in all. */
enum Variant {
    MACS("MACs, in memory", Crypto.MACS, Log.IN_MEMORY),
    MACS_FORCED("MACs, forced log", Crypto.MACS, Log.FORCED),
    SIGNED("client signatures, in memory", Crypto.SIGNATURES, Log.IN_MEMORY),
    SIGNED_FORCED("client signatures, forced log", Crypto.SIGNATURES, Log.FORCED);

    /** How clients authenticate calls. */
    enum Crypto {
        MACS,
        SIGNATURES
    }

    /** What becomes of ordered batches. */
    enum Log {
        /** They are kept until the next checkpoint, as the library does unless it is told otherwise. */
        IN_MEMORY,
        /** They are also written to a file, each batch with one synchronous write. */
        FORCED
    }

    private final String text;
    private final Crypto crypto;
    private final Log log;

    Variant(String text, Crypto crypto, Log log) {
        this.text = text;
        this.crypto = crypto;
        this.log = log;
    }

    String text() {
        return text;
    }

    Crypto crypto() {
        return crypto;
    }

    Log log() {
        return log;
    }

    /**
     * Returns the library's configuration: sizes and periods are those that its source repository ships, and the time
     * until a leader is replaced is the default of its code, so that a busy machine replaces none.
     */
    Properties configuration(int replicas) {
        Properties all = new Properties();
        all.setProperty("system.servers.num", Integer.toString(replicas));
        all.setProperty("system.communication.useMACs", "1");
        all.setProperty("system.communication.useSignatures", crypto == Crypto.SIGNATURES ? "1" : "0");
        all.setProperty("system.communication.useSenderThread", "true");
        all.setProperty("system.communication.inQueueSize", "500000");
        all.setProperty("system.communication.outQueueSize", "500000");
        all.setProperty("system.totalordermulticast.maxbatchsize", "400");
        all.setProperty("system.totalordermulticast.checkpoint_period", "1000");
        all.setProperty("system.totalordermulticast.state_transfer", "true");
        all.setProperty("system.totalordermulticast.log", "true");
        String toDisk = Boolean.toString(log == Log.FORCED);
        all.setProperty("system.totalordermulticast.log_to_disk", toDisk);
        all.setProperty("system.totalordermulticast.sync_log", toDisk);
        return all;
    }
}
