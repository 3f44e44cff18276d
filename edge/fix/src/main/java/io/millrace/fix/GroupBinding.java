package io.millrace.fix;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** A member that is a list of the entries of a group. Mutable entries and their list are filled again. */
final class GroupBinding extends FieldBinding {

    private final MessageBinding entry;
    private final boolean reused;
    private final boolean nullable;
    private final MethodHandle getter;
    private final MethodHandle setter;
    private final Reusables<List<Object>> lists = new Reusables<>(ArrayList::new);
    private final Reusables<Object> entries;

    GroupBinding(BoundField field, MessageBinding entry, boolean reused) {
        super(field);
        this.entry = entry;
        this.reused = reused;
        entries = new Reusables<>(entry::create);
        nullable = field.initial() == null;
        getter = field.getter().asType(MethodType.methodType(Object.class, Object.class));
        setter = field.setter().asType(MethodType.methodType(void.class, Object.class, Object.class));
    }

    @Override
    void restart() {
        lists.restart();
        entries.restart();
        entry.restart();
    }

    @Override
    void read(FixMessage message, int at, int to, Object target) {
        List<Object> list = list();
        int depth = message.depth(at) + 1;
        FixEntries cursor = message.cursor(depth, at, to);
        while (cursor.next()) {
            // The cursor of this depth is used by no group within the entry, which has a depth of its own.
            list.add(entry.read(message, cursor.from(), cursor.to(), depth, reusable()));
        }
        set(target, reused ? list : List.copyOf(list));
    }

    private List<Object> list() {
        List<Object> list = reused ? lists.next() : new ArrayList<>();
        list.clear();
        return list;
    }

    private Object reusable() {
        if (!entry.isMutable()) {
            return null;
        }
        return reused ? entries.next() : entry.create();
    }

    @Override
    void clear(Object target) {
        if (reused) {
            set(target, nullable ? null : list());
        } else {
            set(target, List.of());
        }
    }

    @Override
    boolean isAbsent(Object target) {
        List<?> list = get(target);
        return list == null || list.isEmpty();
    }

    @Override
    void order(FixMembers members, int slot, String message) {
        FixGroup group = members.group(slot);
        if (group == null) {
            throw new FixBindingException(
                    "a list is for a field that counts no group field=" + where() + " tag=" + tag());
        }
        entry.order(group.members(), message + "." + group.counter().name());
        entry.beginWith(group.delimiter());
    }

    @Override
    void write(FixWriter out, Object target, FixTime.Precision precision) {
        List<?> list = get(target);
        int size = list == null ? 0 : list.size();
        out.put(tag(), size);
        for (int i = 0; i < size; i++) {
            Object value = list.get(i);
            if (value == null) {
                throw FixValueException.written("an entry of a group is null", tag(), null, null)
                        .in(where());
            }
            entry.writeBody(out, value, precision);
        }
    }

    private List<?> get(Object target) {
        try {
            return (List<?>) (Object) getter.invokeExact(target);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    private void set(Object target, Object value) {
        try {
            setter.invokeExact(target, value);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }
}
