package io.millrace.fix;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Resolves the names of a dictionary file, puts members for components, and finds contradictions. */
final class DictionaryBuilder {

    private static final int DEEPEST_GROUP = FixMessage.DEEPEST_GROUP;

    private final DictionaryParts parts;
    private final Map<String, List<RawMember>> components = new LinkedHashMap<>();
    private final IdentityHashMap<RawMember, FixGroup> groups = new IdentityHashMap<>();
    private final Set<String> doubled = new HashSet<>();

    DictionaryBuilder(String version) {
        parts = DictionaryParts.named(version);
    }

    void field(DictionaryNode node, int tag, String name, String typeName, FixValues values) {
        FixType type = FixType.named(typeName);
        if (type == null) {
            throw node.error("unknown type of a field field=" + name + " type=" + typeName);
        }
        FixField field = new FixField(tag, name, type, values, "file=" + node.source() + " line=" + node.line());
        for (String value : field.values()) {
            byte[] bytes = FixText.bytes(value);
            if (!type.accepts(bytes, 0, bytes.length)) {
                contradiction(
                        node,
                        "a listed value does not have the form of its type and is accepted field=" + name + " value="
                                + value + " type=" + typeName);
            }
        }
        FixField sameTag = parts.fields().putIfAbsent(tag, field);
        FixField sameName = parts.fieldsByName().putIfAbsent(name, field);
        if (sameTag != null) {
            throw node.error("two fields have one tag tag=" + tag + " first=" + sameTag.name() + " second=" + name);
        }
        if (sameName != null) {
            throw node.error("two fields have one name name=" + name + " first=" + sameName.tag() + " second=" + tag);
        }
    }

    /** Returns the values, of which each text counts once; a second one is a contradiction. */
    FixValues values(String field, List<DictionaryNode> nodes, String text, String name) {
        if (nodes.isEmpty()) {
            return null;
        }
        Map<String, String> found = new LinkedHashMap<>();
        for (DictionaryNode node : nodes) {
            String value = node.need(text);
            if (found.putIfAbsent(value, node.get(name, value)) != null) {
                contradiction(node, "a value is listed twice; the first counts field=" + field + " value=" + value);
            }
        }
        return new FixValues(List.copyOf(found.keySet()), List.copyOf(found.values()));
    }

    void component(DictionaryNode node, String key, List<RawMember> members) {
        if (components.putIfAbsent(key, members) != null) {
            throw node.error("two components have one name name=" + key);
        }
    }

    void message(DictionaryNode node, String type, String name, FixMessageType.Level level, List<RawMember> members) {
        for (FixMessageType other : parts.types()) {
            if (other.type().equals(type)) {
                throw node.error(
                        "two messages have one type type=" + type + " first=" + other.name() + " second=" + name);
            }
        }
        parts.types().add(new FixMessageType(type, name, level, members(name, members)));
    }

    DictionaryParts finish(List<RawMember> header, List<RawMember> trailer) {
        components.forEach((name, members) -> parts.components().put(name, members(name, members)));
        return parts.withFrame(members("header", header), members("trailer", trailer));
    }

    private FixMembers members(String owner, List<RawMember> raw) {
        Map<FixField, FixMembers.Member> flat = new LinkedHashMap<>();
        flatten(owner, raw, true, flat, new LinkedHashSet<>(), 0);
        return new FixMembers(List.copyOf(flat.values()));
    }

    private void flatten(
            String owner,
            List<RawMember> raw,
            boolean required,
            Map<FixField, FixMembers.Member> flat,
            Set<String> within,
            int depth) {
        for (RawMember member : raw) {
            boolean needed = required && member.required();
            if (member.kind() == RawMember.Kind.COMPONENT) {
                List<RawMember> inner = components.get(member.name());
                if (inner == null) {
                    throw member.node().error("unknown component name=" + member.name() + " in=" + owner);
                }
                if (!within.add(member.name())) {
                    throw member.node().error("a component contains itself name=" + member.name() + " in=" + owner);
                }
                flatten(owner, inner, needed, flat, within, depth);
                within.remove(member.name());
            } else {
                FixField field = parts.fieldsByName().get(member.name());
                if (field == null) {
                    throw member.node().error("unknown field name=" + member.name() + " in=" + owner);
                }
                if (flat.containsKey(field)) {
                    contradiction(
                            member.node(), "a member is there twice; the first counts field=" + field + " in=" + owner);
                } else {
                    FixGroup group =
                            member.kind() == RawMember.Kind.GROUP ? group(owner, member, field, within, depth) : null;
                    flat.put(field, new FixMembers.Member(field, needed, group));
                }
            }
        }
    }

    private FixGroup group(String owner, RawMember member, FixField counter, Set<String> within, int depth) {
        FixGroup known = groups.get(member);
        if (known != null) {
            return known;
        }
        if (depth == DEEPEST_GROUP) {
            throw member.node().error("groups are nested too deeply counter=" + counter + " deepest=" + DEEPEST_GROUP);
        }
        Map<FixField, FixMembers.Member> entry = new LinkedHashMap<>();
        flatten(owner + "." + counter.name(), member.entry(), true, entry, within, depth + 1);
        if (entry.isEmpty()) {
            throw member.node().error("a group has no members counter=" + counter + " in=" + owner);
        }
        if (counter.type() != FixType.GROUP_COUNT && counter.type() != FixType.INT) {
            throw member.node()
                    .error("the counter of a group is no number counter=" + counter + " type=" + counter.type());
        }
        FixGroup group = new FixGroup(counter, new FixMembers(List.copyOf(entry.values())));
        groups.put(member, group);
        return group;
    }

    private void contradiction(DictionaryNode node, String problem) {
        String text = node.error(problem).getMessage();
        if (doubled.add(text)) {
            parts.contradictions().add(text);
        }
    }
}
