package io.millrace.wire;

import java.util.Arrays;
import java.util.List;

/** Matches the writer's fields with the reader's: by name, else by an alias. */
record FieldMatch(MessageModel model, MessageType written) {
    /** Returns for each of the writer's fields the position of the reader's, or -1. */
    int[] members() {
        int[] members = new int[written.fields().size()];
        Arrays.fill(members, -1);
        List<String> names = written.fields().stream().map(Field::name).toList();
        for (int member = 0; member < model.members().size(); member++) {
            int field = names.indexOf(model.members().get(member).name());
            for (String alias : model.members().get(member).aliases()) {
                if (field < 0) {
                    field = names.indexOf(alias);
                }
            }
            if (field >= 0 && members[field] < 0) {
                members[field] = member;
            }
        }
        return members;
    }
}
