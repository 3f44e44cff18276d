package io.millrace.fix;

import java.util.List;

/** A member as a dictionary file has it, before names are resolved. */
record RawMember(Kind kind, String name, boolean required, DictionaryNode node, List<RawMember> entry) {

    enum Kind {
        FIELD,
        GROUP,
        COMPONENT
    }
}
