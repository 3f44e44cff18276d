package io.millrace.fix;

import io.millrace.text.NearestName;
import io.millrace.topology.YamlFields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one counterparty has of its own, put over the dictionary that it starts from. */
final class DictionaryOverlay {

    private final FixDictionary base;
    private final DictionaryParts parts;
    private final Map<Integer, FixField> changed = new HashMap<>();

    private DictionaryOverlay(FixDictionary base) {
        this.base = base;
        parts = base.parts();
    }

    static DictionaryParts read(Path file, FixDictionary base) {
        YamlFields root = YamlFields.read(file, "overlay", FixDictionaryException::new);
        root.only("fields", "messages");
        return new DictionaryOverlay(base).apply(root);
    }

    private DictionaryParts apply(YamlFields root) {
        root.named("fields").forEach(this::field);
        List<FixMessageType> types = parts.types();
        types.replaceAll(this::renewed);
        Map<String, FixMessageType> byName = new LinkedHashMap<>();
        types.forEach(type -> byName.put(type.name(), type));
        root.named("messages").forEach((name, fields) -> {
            FixMessageType type = byName.get(name);
            fields.only("type", "fields", "required", "optional");
            if (type != null) {
                types.set(types.indexOf(type), changed(type, fields));
            } else if (fields.has("type")) {
                types.add(changed(added(name, fields, types), fields));
            } else {
                String hint = NearestName.hint(name, byName.keySet());
                throw fields.problem("", "is not in the dictionary version=" + base.version() + hint);
            }
        });
        parts.components().replaceAll((_, members) -> renewed(members));
        return parts.withFrame(renewed(parts.header()), renewed(parts.trailer()));
    }

    /** Returns a message that the dictionary does not have, without members. */
    private static FixMessageType added(String name, YamlFields fields, List<FixMessageType> types) {
        String type = fields.required("type");
        for (FixMessageType other : types) {
            if (other.type().equals(type)) {
                throw fields.problem("type", "has the type of another message type=" + type + " other=" + other.name());
            }
        }
        return new FixMessageType(type, name, FixMessageType.Level.APPLICATION, new FixMembers(List.of()));
    }

    private void field(String name, YamlFields fields) {
        fields.only("tag", "type", "values");
        FixField known = base.field(name);
        FixField made = known == null ? added(name, fields) : known(known, fields);
        parts.fields().put(made.tag(), made);
        parts.fieldsByName().put(name, made);
        changed.put(made.tag(), made);
    }

    private FixField added(String name, YamlFields fields) {
        if (!fields.has("tag")) {
            throw fields.problem(
                    "", "is not in the dictionary, and has no tag" + NearestName.hint(name, base.fieldNames()));
        }
        int tag = (int) fields.number("tag", 1, 999_999_999);
        FixField other = parts.fields().get(tag);
        if (other != null) {
            throw fields.problem("tag", "has the tag of another field tag=" + tag + " other=" + described(other));
        }
        String typeName = fields.required("type");
        FixType type = FixType.named(typeName);
        if (type == null) {
            throw fields.problem("type", "has an unknown type=" + typeName);
        }
        return new FixField(tag, name, type, values(type, null, fields), "at=" + fields.position());
    }

    private FixField known(FixField known, YamlFields fields) {
        if (fields.has("tag") && fields.number("tag", 1, 999_999_999) != known.tag()) {
            throw fields.problem("tag", "has another tag in the dictionary field=" + described(known));
        }
        if (fields.has("type") && FixType.named(fields.required("type")) != known.type()) {
            throw fields.problem(
                    "type", "has another type in the dictionary type=" + known.type() + " field=" + described(known));
        }
        return fields.has("values")
                ? known.with(values(known.type(), known, fields), "at=" + fields.position())
                : known;
    }

    private static String described(FixField field) {
        return field + " " + field.origin();
    }

    /** Returns the values, each with its meaning; a value that the dictionary has keeps its meaning. */
    private static FixValues values(FixType type, FixField known, YamlFields fields) {
        YamlFields listed = fields.fields("values").orElse(null);
        if (listed == null) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String text : listed.keys()) {
            byte[] bytes = FixText.bytes(text);
            if (bytes.length == 0 || !type.accepts(bytes, 0, bytes.length)) {
                throw listed.problem(text, "has a value without the form of its type value=" + text + " type=" + type);
            }
            String before = known == null ? null : known.meaningOf(text);
            String name = listed.text(text).orElse(before == null ? text : before);
            if (before != null && !before.equalsIgnoreCase(name)) {
                throw listed.problem(
                        text,
                        "gives a value another meaning than the dictionary value=" + text + " meaning=" + name
                                + " dictionary=" + before + " field=" + described(known));
            }
            texts.add(text);
            names.add(name);
        }
        if (texts.isEmpty()) {
            throw fields.problem("values", "lists no value");
        }
        return new FixValues(texts, names);
    }

    private FixMessageType renewed(FixMessageType type) {
        FixMembers body = renewed(type.body());
        return body == type.body() ? type : new FixMessageType(type.type(), type.name(), type.level(), body);
    }

    /** Returns members with the changed fields in place of those of the dictionary; the same where there are none. */
    private FixMembers renewed(FixMembers members) {
        boolean same = true;
        List<FixMembers.Member> renewed = new ArrayList<>();
        for (int slot = 0; slot < members.size(); slot++) {
            FixField field = members.field(slot);
            FixGroup group = members.group(slot);
            FixField now = changed.getOrDefault(field.tag(), field);
            FixMembers inner = group == null ? null : renewed(group.members());
            same &= now == field && (group == null || inner == group.members());
            renewed.add(new FixMembers.Member(
                    now, members.isRequired(slot), group == null ? null : new FixGroup(group.counter(), inner)));
        }
        return same ? members : new FixMembers(renewed);
    }

    private FixMessageType changed(FixMessageType type, YamlFields fields) {
        if (fields.has("type") && !fields.required("type").equals(type.type())) {
            throw fields.problem("type", "has another type in the dictionary type=" + type.type());
        }
        List<FixMembers.Member> members = new ArrayList<>();
        for (int slot = 0; slot < type.body().size(); slot++) {
            FixMembers body = type.body();
            members.add(new FixMembers.Member(body.field(slot), body.isRequired(slot), body.group(slot)));
        }
        for (String name : fields.texts("fields")) {
            FixField field = parts.fieldsByName().get(name);
            if (field == null) {
                throw fields.problem("fields", "adds an unknown field=" + name);
            }
            if (type.body().has(field.tag())) {
                throw fields.problem("fields", "adds a field that it has field=" + described(field));
            }
            if (base.header().has(field.tag()) || base.trailer().has(field.tag())) {
                throw fields.problem("fields", "adds a field of header or trailer field=" + described(field));
            }
            members.add(new FixMembers.Member(field, false, null));
        }
        Set<String> required = new LinkedHashSet<>(fields.texts("required"));
        Set<String> optional = new LinkedHashSet<>(fields.texts("optional"));
        required.forEach(name -> require(fields, members, "required", name, optional.contains(name)));
        optional.forEach(name -> require(fields, members, "optional", name, false));
        return new FixMessageType(type.type(), type.name(), type.level(), new FixMembers(members));
    }

    private static void require(
            YamlFields fields, List<FixMembers.Member> members, String key, String name, boolean contradicted) {
        if (contradicted) {
            throw fields.problem(key, "has a field that is required and optional field=" + name);
        }
        for (int i = 0; i < members.size(); i++) {
            FixMembers.Member member = members.get(i);
            if (member.field().name().equals(name)) {
                members.set(i, new FixMembers.Member(member.field(), key.equals("required"), member.group()));
                return;
            }
        }
        List<String> names =
                members.stream().map(member -> member.field().name()).toList();
        throw fields.problem(key, "has no such field=" + name + NearestName.hint(name, names));
    }
}
