package io.millrace.fix;

import java.util.EnumSet;
import java.util.Set;

/** The checks of a validation, each switched for itself. */
public enum FixCheck {
    /** Fields that the dictionary does not know, with tags below 5000, are rejected. */
    UNKNOWN_FIELDS,
    /** Fields that the dictionary does not know, or not in this message, with tags from 5000, are rejected. */
    USER_FIELDS,
    /** Fields that are known but do not belong to the message are rejected. */
    MEMBERS,
    /** Fields without a value are rejected. */
    EMPTY_FIELDS,
    /** Values have the form of their type. */
    FORMATS,
    /** Values are among those that the dictionary lists. */
    VALUES,
    /** What is required is there, in entries of groups too. */
    REQUIRED,
    /** Header, body and trailer follow each other. */
    ORDER,
    /** No field is twice in the message itself. */
    REPEATED,
    /** Groups have as many entries as they count, and each begins with its delimiter. */
    GROUPS,
    /** Members of entries are in the order of the dictionary. */
    GROUP_ORDER;

    /** Returns all checks. */
    public static Set<FixCheck> all() {
        return EnumSet.allOf(FixCheck.class);
    }

    /** Returns all but those of fields that the dictionary does not know. */
    public static Set<FixCheck> knownFields() {
        return EnumSet.complementOf(EnumSet.of(UNKNOWN_FIELDS, USER_FIELDS));
    }

    /** Returns none, which switches validation off. */
    public static Set<FixCheck> none() {
        return EnumSet.noneOf(FixCheck.class);
    }
}
