package io.millrace.transactions;

import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Consumer;

/**
 * How a transaction manager works.
 *
 * @param node the name of this manager among all that use the same resources
 * @param timeout how long a transaction may take by default, at least a second
 * @param branchOrder whether the branches of a transaction are prepared and ended one after another or side by side
 * @param joining whether a second connection to the same resource joins the branch of the first
 * @param recovering whether recovery runs by itself
 * @param recoveryPeriod how often recovery asks the resources for prepared branches
 * @param lostLogs the identities of logs of this node that are lost, whose branches recovery ends
 * @param errorHandler receives what goes wrong in the background; any thread may call it
 */
public record TransactionOptions(
        NodeName node,
        Duration timeout,
        BranchOrder branchOrder,
        Joining joining,
        Recovering recovering,
        Duration recoveryPeriod,
        Set<Long> lostLogs,
        Consumer<Throwable> errorHandler) {

    private static final Duration SHORTEST_TIMEOUT = Duration.ofSeconds(1);

    /** In which order the branches of one transaction are prepared and committed. */
    public enum BranchOrder {
        /** One after another, in the caller's thread. */
        SEQUENTIAL,
        /** Side by side, in virtual threads; better where each answer takes a round trip. */
        PARALLEL
    }

    /** What happens when a second connection of a resource takes part in one transaction. */
    public enum Joining {
        /** It gets a branch of its own; correct with every driver, but the two may wait for each other's locks. */
        SEPARATE_BRANCHES,
        /** It joins the branch of the first where the driver says that both are the same resource manager. */
        SAME_RESOURCE_MANAGER
    }

    /** When recovery runs. */
    public enum Recovering {
        /** At the start, periodically, and soon after a branch could not be told how it ends. */
        IN_BACKGROUND,
        /** Only in calls of {@link Transactions#recover}: for tests, and for those who schedule it themselves. */
        ON_CALL
    }

    /** Checks the options. */
    public TransactionOptions {
        lostLogs = Set.copyOf(lostLogs);
        if (timeout.compareTo(SHORTEST_TIMEOUT) < 0) {
            throw new IllegalArgumentException("timeout must be at least one second timeout=" + timeout);
        }
        if (recoveryPeriod.isNegative() || recoveryPeriod.isZero()) {
            throw new IllegalArgumentException("recovery period must be positive recoveryPeriod=" + recoveryPeriod);
        }
    }

    /** Returns options for a node: 60 s, sequential, separate branches, recovery every 10 s, errors to the log. */
    public static TransactionOptions of(NodeName node) {
        return new TransactionOptions(
                node,
                Duration.ofSeconds(60),
                BranchOrder.SEQUENTIAL,
                Joining.SEPARATE_BRANCHES,
                Recovering.IN_BACKGROUND,
                Duration.ofSeconds(10),
                Set.of(),
                error -> System.getLogger(TransactionOptions.class.getPackageName())
                        .log(System.Logger.Level.ERROR, error.getMessage(), error));
    }

    /** Returns these options with another default timeout. */
    public TransactionOptions withTimeout(Duration value) {
        return new TransactionOptions(
                node, value, branchOrder, joining, recovering, recoveryPeriod, lostLogs, errorHandler);
    }

    /** Returns these options with another order of branches. */
    public TransactionOptions withBranchOrder(BranchOrder value) {
        return new TransactionOptions(
                node, timeout, value, joining, recovering, recoveryPeriod, lostLogs, errorHandler);
    }

    /** Returns these options with another way of joining. */
    public TransactionOptions withJoining(Joining value) {
        return new TransactionOptions(
                node, timeout, branchOrder, value, recovering, recoveryPeriod, lostLogs, errorHandler);
    }

    /** Returns these options with recovery at other times. */
    public TransactionOptions withRecovering(Recovering value) {
        return new TransactionOptions(
                node, timeout, branchOrder, joining, value, recoveryPeriod, lostLogs, errorHandler);
    }

    /** Returns these options with another period of recovery. */
    public TransactionOptions withRecoveryPeriod(Duration value) {
        return new TransactionOptions(node, timeout, branchOrder, joining, recovering, value, lostLogs, errorHandler);
    }

    /**
     * Returns these options with a further log of this node that is lost. Recovery ends its prepared branches as if
     * they were its own: it rolls back those of which nothing is recorded. For a manager with an empty log, which is
     * stopped afterwards; no manager may run with the lost log.
     *
     * @param log its identity, 16 hexadecimal digits, as recovery reports it
     * @throws IllegalArgumentException if the text is something else
     */
    public TransactionOptions withLostLog(String log) {
        if (log.length() != 2 * Long.BYTES || !log.chars().allMatch(HexFormat::isHexDigit)) {
            throw new IllegalArgumentException("identity of a log has 16 hexadecimal digits log=" + log);
        }
        Set<Long> lost = new HashSet<>(lostLogs);
        lost.add(HexFormat.fromHexDigitsToLong(log));
        return new TransactionOptions(
                node, timeout, branchOrder, joining, recovering, recoveryPeriod, lost, errorHandler);
    }

    /** Returns these options with another handler of errors. */
    public TransactionOptions withErrorHandler(Consumer<Throwable> value) {
        return new TransactionOptions(node, timeout, branchOrder, joining, recovering, recoveryPeriod, lostLogs, value);
    }
}
