package io.millrace.simulation;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * A rule of the ledger that is broken: one method of its compiled code does nothing, or always returns one value. The
 * product has no switch for it.
 *
 * @param rule the rule that does not hold
 * @param type the class, in the package of the ledger
 * @param method the method, all of this name that return such a value
 * @param value what it returns, null for nothing
 */
record Mutant(String rule, String type, String method, Object value) {

    /** Stands for an empty {@link java.util.Optional}. */
    private enum Nothing {
        EMPTY
    }

    static final String PACKAGE = "io.millrace.ledger.";

    /** The rules that a run of three breaks. */
    static final int FEW = 3;

    /** Returns the rules that seeds find broken; others are found by scripted tests of the ledger alone. */
    static List<Mutant> all() {
        return List.of(
                new Mutant("a quorum is more than two thirds", "Committee", "quorum", 2),
                new Mutant("a seat waits no longer than that", "RoundClock", "isTimedOut", false),
                new Mutant("blocks are sent on", "Relay", "flush", null),
                new Mutant("no slot is decided by a round of others alone", "RoundClock", "mayLeaveOut", true),
                new Mutant("a seat waits a time for the leader", "RoundClock", "isLeaderSettled", true),
                new Mutant("votes are waited for", "RoundBlocks", "settles", true),
                new Mutant("a seat without its record asks first", "SignRecord", "isAsking", false),
                new Mutant("signatures are verified", "Seat", "verify", null),
                new Mutant("missing blocks are fetched", "Fetcher", "run", null),
                new Mutant("missing blocks are served", "SeatServer", "serve", null),
                new Mutant("another root of others stops a seat", "CommitVotes", "contradiction", Nothing.EMPTY),
                new Mutant("a seat and round is in the order once", "SeatSet", "contains", false),
                new Mutant("the newest block is sent again", "Seat", "resend", null),
                new Mutant("what is below the horizon is dropped", "SeatGraph", "raiseHorizon", null),
                new Mutant("no round is entered without a quorum", "RoundClock", "hasQuorum", true),
                new Mutant("a seat that starts asks the others", "Seat", "ask", null),
                new Mutant("the question of a seat is answered", "SeatServer", "answer", null),
                new Mutant("an ordered block gives nothing back", "SeatOrder", "isOutput", false),
                new Mutant("slots are decided directly", "Slot", "decideDirectly", false),
                new Mutant("a variant is kept only if needed", "SeatGraph", "isUnneededVariant", false),
                new Mutant("votes for commits are counted", "CommitVotes", "count", Nothing.EMPTY),
                new Mutant("lost answers are asked for again", "CatchUp", "tick", null),
                new Mutant("a quorum of votes settles a slot", "RoundBlocks", "settles", false),
                new Mutant("a block that only faulty seats need is no reason to catch up", "Fetcher", "isNeeded", true),
                new Mutant("a seat that lacks nothing does not catch up", "Fetcher", "takeStuck", true));
    }

    /** Returns the changed bytes of a class, or those given if it is another one. */
    byte[] change(String name, byte[] bytes) {
        if (!name.equals(PACKAGE + type)) {
            return bytes;
        }
        ClassFile file = ClassFile.of();
        boolean[] isFound = {false};
        byte[] changed = file.transformClass(file.parse(bytes), (builder, element) -> {
            if (element instanceof MethodModel found
                    && found.methodName().equalsString(method)
                    && found.methodType().stringValue().endsWith(")" + returned())) {
                isFound[0] = true;
                builder.withMethodBody(
                        found.methodName(), found.methodType(), found.flags().flagsMask(), this::body);
            } else {
                builder.with(element);
            }
        });
        if (!isFound[0]) {
            throw new IllegalStateException("a rule is broken in a method that is not there " + this);
        }
        return changed;
    }

    /** Returns the descriptor of what the value is returned as. */
    private String returned() {
        return switch (value) {
            case null -> "V";
            case Boolean _ -> "Z";
            case Integer _ -> "I";
            default -> "Ljava/util/Optional;";
        };
    }

    private void body(CodeBuilder code) {
        switch (value) {
            case null -> code.return_();
            case Boolean truth -> code.loadConstant(truth ? 1 : 0).ireturn();
            case Integer number -> code.loadConstant(number).ireturn();
            default -> {
                ClassDesc optional = ClassDesc.of("java.util.Optional");
                code.invokestatic(optional, "empty", MethodTypeDesc.of(optional))
                        .areturn();
            }
        }
    }
}
