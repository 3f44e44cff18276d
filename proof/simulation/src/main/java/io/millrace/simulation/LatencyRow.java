package io.millrace.simulation;

/**
 * What seats of the ledger need when nothing fails and each message takes the same time.
 *
 * @param latencyNs the time of a message
 * @param seats how many seats there are
 * @param roundNs the mean time of a round
 * @param finalityNs the mean time from a transaction's offer to its execution on the same seat
 * @param messages messages that a seat sends in a second without transactions
 * @param bytes bytes that it sends
 */
record LatencyRow(long latencyNs, int seats, double roundNs, double finalityNs, double messages, double bytes) {

    private static final double NS_A_SECOND = 1e9;

    /** Returns the transactions that each block needs for a rate, by Little's law. */
    double block(double rate) {
        return rate * roundNs / NS_A_SECOND / seats;
    }

    /** Returns the transactions that are on their way at a rate, by Little's law. */
    double inFlight(double rate) {
        return rate * finalityNs / NS_A_SECOND;
    }
}
