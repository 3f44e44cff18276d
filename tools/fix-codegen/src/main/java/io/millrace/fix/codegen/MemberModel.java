package io.millrace.fix.codegen;

import io.millrace.fix.FixField;
import io.millrace.fix.FixType;
import java.util.List;

/**
 * A member of a generated class.
 *
 * @param field the field of FIX, of the first dictionary that has it
 * @param name the name in Java
 * @param type the type that all dictionaries can agree on
 * @param required whether all dictionaries require it
 * @param decimals the decimal places of a whole number, or -1 for a type that has its own
 * @param absent what the member has where the field is missing; null for the usual
 * @param codes the enum of its values, or null
 * @param entry the class of the entries of a group, or null
 */
record MemberModel(
        FixField field,
        String name,
        FixType type,
        boolean required,
        int decimals,
        Long absent,
        CodesModel codes,
        ClassModel entry) {

    /** The values of a field: an enum. */
    record CodesModel(FixField field, String name, List<Code> codes) {}

    /** A value of a field and its constant. */
    record Code(String value, String constant) {}

    /**
     * A class.
     *
     * @param name its simple name
     * @param described what it is, for its documentation
     * @param msgType the value of MsgType (35), or null for an entry of a group
     * @param members its members
     */
    record ClassModel(String name, String described, String msgType, List<MemberModel> members) {

        /** Returns the same class under another name. */
        ClassModel named(String other) {
            return new ClassModel(other, described, msgType, members);
        }
    }

    /** Returns the same member with another class of entries. */
    MemberModel with(ClassModel other) {
        return new MemberModel(field, name, type, required, decimals, absent, codes, other);
    }

    /** Returns {@code ClOrdID (11)}. */
    String described() {
        return field.name() + " (" + field.tag() + ")";
    }
}
