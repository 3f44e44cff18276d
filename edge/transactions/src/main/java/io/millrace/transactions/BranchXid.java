package io.millrace.transactions;

import java.nio.ByteBuffer;
import javax.transaction.xa.Xid;

/**
 * The name of one branch of one transaction, as resources know it. The arrays are made when a resource asks for them.
 *
 * <pre>
 *   global id, 40 bytes:  node name, padded with zeros (16) | log (8) | incarnation (8) | sequence (8)
 *   branch id, 4 bytes:   number of the branch, from 0
 * </pre>
 *
 * <p>Numbers are big endian. Two are equal if they name the same branch.
 */
final class BranchXid implements Xid {

    /** "Mill". */
    static final int FORMAT = 0x4d69_6c6c;

    private static final int GLOBAL_BYTES = NodeName.BYTES + 3 * Long.BYTES;

    final LogName owner;
    final GlobalId transaction;
    final int branch;

    BranchXid(LogName owner, GlobalId transaction, int branch) {
        this.owner = owner;
        this.transaction = transaction;
        this.branch = branch;
    }

    /** Returns what a resource's xid names, or null if it is not of this node; it may be of another log. */
    static BranchXid of(NodeName node, Xid xid) {
        byte[] global = xid.getGlobalTransactionId();
        byte[] qualifier = xid.getBranchQualifier();
        if (xid.getFormatId() != FORMAT
                || global.length != GLOBAL_BYTES
                || qualifier.length != Integer.BYTES
                || !node.starts(global)) {
            return null;
        }
        ByteBuffer numbers = ByteBuffer.wrap(global, NodeName.BYTES, 3 * Long.BYTES);
        LogName owner = new LogName(node, numbers.getLong());
        GlobalId transaction = new GlobalId(numbers.getLong(), numbers.getLong());
        return new BranchXid(owner, transaction, ByteBuffer.wrap(qualifier).getInt());
    }

    @Override
    public int getFormatId() {
        return FORMAT;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        byte[] bytes = new byte[GLOBAL_BYTES];
        owner.node().copyTo(bytes);
        ByteBuffer.wrap(bytes, NodeName.BYTES, 3 * Long.BYTES)
                .putLong(owner.log())
                .putLong(transaction.incarnation())
                .putLong(transaction.sequence());
        return bytes;
    }

    @Override
    public byte[] getBranchQualifier() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(branch).array();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchXid xid
                && xid.branch == branch
                && xid.transaction.equals(transaction)
                && xid.owner.equals(owner);
    }

    @Override
    public int hashCode() {
        return 31 * transaction.hashCode() + branch;
    }

    @Override
    public String toString() {
        return owner + ":" + transaction + ":" + branch;
    }
}
