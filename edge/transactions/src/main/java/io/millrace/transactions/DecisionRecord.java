package io.millrace.transactions;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of the stores that survive the process, and nothing else. All numbers are big endian; strings are UTF-8
 * after their length in bytes.
 *
 * <pre>
 *   DECISION     byte 1 | transaction (16) | short branches | per branch: int number, short + name
 *   FORGOTTEN    byte 2 | transaction (16)
 *   INCARNATION  byte 3 | long
 *   HEURISTIC    byte 4 | transaction (16) | byte outcome | short branches | per branch: int number, byte outcome,
 *                int error code, short + name, short + error
 *   LOOKED_AT    byte 5 | transaction (16): its outcome is forgotten
 *   transaction = long incarnation | long sequence
 * </pre>
 */
final class DecisionRecord {

    static final byte DECISION = 1;
    static final byte FORGOTTEN = 2;
    static final byte INCARNATION = 3;
    static final byte HEURISTIC = 4;
    static final byte LOOKED_AT = 5;

    private static final int BRANCH_OUTCOME_BYTES = 2 * Integer.BYTES + 1 + 2 * Short.BYTES;
    private static final int ID_BYTES = 2 * Long.BYTES;

    private DecisionRecord() {}

    static ByteBuffer of(Decision decision) {
        List<byte[]> names = new ArrayList<>(decision.branches().size());
        int bytes = 1 + ID_BYTES + Short.BYTES;
        for (Decision.BranchRecord branch : decision.branches()) {
            byte[] name = branch.resource().getBytes(StandardCharsets.UTF_8);
            names.add(name);
            bytes += Integer.BYTES + Short.BYTES + name.length;
        }
        ByteBuffer record = start(DECISION, decision.transaction(), bytes).putShort((short) names.size());
        for (int i = 0; i < names.size(); i++) {
            record.putInt(decision.branches().get(i).branch());
            record.putShort((short) names.get(i).length).put(names.get(i));
        }
        return record.flip();
    }

    static ByteBuffer forgotten(GlobalId transaction) {
        return start(FORGOTTEN, transaction, 1 + ID_BYTES).flip();
    }

    static ByteBuffer outcomeForgotten(GlobalId transaction) {
        return start(LOOKED_AT, transaction, 1 + ID_BYTES).flip();
    }

    static ByteBuffer incarnation(long number) {
        return ByteBuffer.allocate(1 + Long.BYTES)
                .put(INCARNATION)
                .putLong(number)
                .flip();
    }

    static ByteBuffer of(HeuristicOutcome outcome) {
        List<byte[]> texts = new ArrayList<>(2 * outcome.branches().size());
        int bytes = 1 + ID_BYTES + 1 + Short.BYTES;
        for (BranchOutcome branch : outcome.branches()) {
            texts.add(branch.resource().getBytes(StandardCharsets.UTF_8));
            texts.add(branch.error().getBytes(StandardCharsets.UTF_8));
            bytes += BRANCH_OUTCOME_BYTES + texts.getLast().length + texts.get(texts.size() - 2).length;
        }
        ByteBuffer record = start(HEURISTIC, outcome.transaction(), bytes)
                .put(outcome.outcome().code)
                .putShort((short) outcome.branches().size());
        for (int i = 0; i < outcome.branches().size(); i++) {
            BranchOutcome branch = outcome.branches().get(i);
            record.putInt(branch.branch()).put(branch.outcome().code).putInt(branch.errorCode());
            for (byte[] text : texts.subList(2 * i, 2 * i + 2)) {
                record.putShort((short) text.length).put(text);
            }
        }
        return record.flip();
    }

    private static ByteBuffer start(byte kind, GlobalId transaction, int bytes) {
        return ByteBuffer.allocate(bytes)
                .put(kind)
                .putLong(transaction.incarnation())
                .putLong(transaction.sequence());
    }

    /**
     * Takes a record into account.
     *
     * @param where says in an error where the record is
     * @throws TransactionLogException if this is no record
     */
    static void read(ByteBuffer record, String where, DecisionTable table) {
        try {
            byte kind = record.get();
            switch (kind) {
                case DECISION -> table.decided(decision(record));
                case FORGOTTEN -> table.forget(id(record));
                case LOOKED_AT -> table.forgetOutcome(id(record));
                case INCARNATION -> table.started(record.getLong());
                case HEURISTIC -> {
                    GlobalId transaction = id(record);
                    Outcome outcome = Outcome.of(record.get());
                    table.keep(new HeuristicOutcome(transaction, outcome, branchOutcomes(record)));
                }
                default -> throw new TransactionLogException("unknown record kind=" + kind + " " + where);
            }
            if (record.hasRemaining()) {
                throw new TransactionLogException(
                        "record has trailing bytes kind=" + kind + " bytes=" + record.remaining() + " " + where);
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw new TransactionLogException("record is truncated or has invalid values " + where, e);
        }
    }

    /** Returns which transaction a record of a decision is about; the record stays as it is. */
    static GlobalId decision(ByteBuffer record, String where) {
        if (record.remaining() <= ID_BYTES || record.get(record.position()) != DECISION) {
            throw new TransactionLogException("not a decision " + where + " bytes=" + record.remaining());
        }
        return id(record.duplicate().position(record.position() + 1));
    }

    private static Decision decision(ByteBuffer record) {
        GlobalId transaction = id(record);
        int count = Short.toUnsignedInt(record.getShort());
        List<Decision.BranchRecord> branches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            branches.add(new Decision.BranchRecord(record.getInt(), text(record)));
        }
        return new Decision(transaction, branches);
    }

    private static List<BranchOutcome> branchOutcomes(ByteBuffer record) {
        int count = Short.toUnsignedInt(record.getShort());
        List<BranchOutcome> branches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = record.getInt();
            Outcome outcome = Outcome.of(record.get());
            int errorCode = record.getInt();
            branches.add(new BranchOutcome(number, text(record), outcome, errorCode, text(record)));
        }
        return branches;
    }

    private static GlobalId id(ByteBuffer record) {
        return new GlobalId(record.getLong(), record.getLong());
    }

    private static String text(ByteBuffer record) {
        int length = Short.toUnsignedInt(record.getShort());
        if (length > record.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        record.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
