package io.millrace.wire;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * Finds runs of consecutive fields of fixed width, and generates code that reserves the bytes of a run at once: one
 * check of bounds for all of them, and then simple loads or stores at known offsets. In BINARY there are no such runs.
 */
final class RawRuns {
    private static final ClassDesc VALUES = ClassDesc.of("io.millrace.wire.RawValues");
    private static final ClassDesc SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");

    private final ScalarKind[] kinds;
    private final ClassDesc holder;
    private int segment = -1;
    private int start = -1;
    private int end;
    private int bytes;

    /**
     * Creates the runs of one message.
     *
     * @param kinds the kind of each field, null for fields without a fixed width
     * @param holder the class of local variable 1, {@link BinaryOutput} or {@link BinaryInput}
     */
    RawRuns(List<ScalarKind> kinds, ClassDesc holder) {
        this.kinds = kinds.toArray(ScalarKind[]::new);
        this.holder = holder;
    }

    /** Returns the kind if the field is a primitive that is written with a fixed width, else null. */
    static ScalarKind kind(Shape shape, NumberWidth width) {
        return width == NumberWidth.FIXED && shape instanceof Shape.Single single && single.isPrimitive()
                ? single.kind()
                : null;
    }

    /** Returns whether the field belongs to a run; for its first field, generates the code that reserves its bytes. */
    boolean enter(CodeBuilder code, int field) {
        if (kinds[field] == null) {
            return false;
        }
        if (field >= end) {
            claim(code, field);
        }
        return true;
    }

    private void claim(CodeBuilder code, int field) {
        int total = 0;
        end = field;
        while (end < kinds.length && kinds[end] != null) {
            total += width(kinds[end++]);
        }
        bytes = 0;
        if (segment < 0) {
            segment = code.allocateLocal(TypeKind.REFERENCE);
            start = code.allocateLocal(TypeKind.LONG);
        }
        code.aload(1)
                .loadConstant(total)
                .invokestatic(VALUES, "take", MethodTypeDesc.of(ConstantDescs.CD_long, holder, ConstantDescs.CD_int));
        code.lstore(start);
        code.aload(1).invokestatic(VALUES, "segment", MethodTypeDesc.of(SEGMENT, holder));
        code.astore(segment);
    }

    /** Generates code that pushes the segment and the offset of the next field of the run. */
    private void pushAddress(CodeBuilder code, ScalarKind kind) {
        code.aload(segment).lload(start);
        if (bytes > 0) {
            code.loadConstant((long) bytes).ladd();
        }
        bytes += width(kind);
    }

    /** Generates code that stores the value that {@code value} pushes. */
    void put(CodeBuilder code, int field, Runnable value) {
        ClassDesc type = type(kinds[field]);
        pushAddress(code, kinds[field]);
        value.run();
        code.invokestatic(
                VALUES,
                "put" + Bytecode.suffix(kinds[field]),
                MethodTypeDesc.of(ConstantDescs.CD_void, SEGMENT, ConstantDescs.CD_long, type));
    }

    /** Generates code that pushes the value of the field. */
    void get(CodeBuilder code, int field) {
        ClassDesc type = type(kinds[field]);
        pushAddress(code, kinds[field]);
        code.invokestatic(
                VALUES, "get" + Bytecode.suffix(kinds[field]), MethodTypeDesc.of(type, SEGMENT, ConstantDescs.CD_long));
    }

    private static ClassDesc type(ScalarKind kind) {
        return ClassDesc.ofDescriptor(
                switch (kind) {
                    case BOOLEAN -> "Z";
                    case LONG -> "J";
                    default -> kind.name().substring(0, 1);
                });
    }

    private static int width(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> 1;
            case SHORT, CHAR -> 2;
            case INT, FLOAT -> 4;
            default -> 8;
        };
    }
}
