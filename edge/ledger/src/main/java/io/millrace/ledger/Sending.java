package io.millrace.ledger;

/** When a seat sends blocks of others to peers that are not known to have them. */
public enum Sending {
    /** At once, on making a block and on entering a round: whatever one has, all have a message delay later. */
    PUSH(0, 2),
    /** Three times the bound on delays later, which seldom happens; seats wait four times as long for a leader. */
    LAZY(3, 8);

    private final int relayDeltas;
    private final int timeoutDeltas;

    Sending(int relayDeltas, int timeoutDeltas) {
        this.relayDeltas = relayDeltas;
        this.timeoutDeltas = timeoutDeltas;
    }

    /** Returns after how many bounds on delays blocks of others are sent. */
    public int relayDeltas() {
        return relayDeltas;
    }

    /** Returns how many bounds on delays a seat waits for what it may have to do without. */
    public int timeoutDeltas() {
        return timeoutDeltas;
    }
}
