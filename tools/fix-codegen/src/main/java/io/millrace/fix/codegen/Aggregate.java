package io.millrace.fix.codegen;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixField;
import io.millrace.fix.FixGroup;
import io.millrace.fix.FixMembers;
import io.millrace.fix.FixMessageType;
import io.millrace.fix.FixType;
import io.millrace.fix.codegen.MemberModel.ClassModel;
import io.millrace.fix.codegen.MemberModel.Code;
import io.millrace.fix.codegen.MemberModel.CodesModel;
import io.millrace.text.NearestName;
import io.millrace.topology.YamlFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * One schema over all dictionaries: a member can hold the field of each of them, an enum has the values of all, and
 * what one of them does not require is not required. What cannot be one is an error that names both lines.
 */
final class Aggregate {

    private static final int MOST_DECIMALS = 18;

    private final SequencedMap<String, FixDictionary> dictionaries;
    private final Map<Integer, CodesModel> codes = new LinkedHashMap<>();

    Aggregate(SequencedMap<String, FixDictionary> dictionaries) {
        this.dictionaries = dictionaries;
    }

    /** Returns the enums of all fields that were used. */
    List<CodesModel> codes() {
        return List.copyOf(codes.values());
    }

    /** Returns the class of a message. */
    ClassModel message(String name, YamlFields spec) {
        spec.only("class", "fields", "all");
        List<FixMessageType> types = new ArrayList<>();
        List<FixMembers> bodies = new ArrayList<>();
        List<FixMembers> headers = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        dictionaries.forEach((version, dictionary) -> {
            for (FixMessageType type : dictionary.messages()) {
                names.add(type.name());
                if (type.name().equals(name)) {
                    types.add(type);
                    bodies.add(type.body());
                    headers.add(dictionary.header());
                }
            }
        });
        if (types.isEmpty()) {
            throw spec.problem("", "is in no dictionary" + NearestName.hint(name, names));
        }
        for (FixMessageType type : types) {
            if (!type.type().equals(types.getFirst().type())) {
                throw spec.problem(
                        "",
                        "has two types first=" + types.getFirst().type() + " second=" + type.type() + " dictionaries="
                                + String.join(", ", dictionaries.keySet()));
            }
        }
        String type = types.getFirst().type();
        String javaName = named(spec, "class", JavaNames.type(name));
        return new ClassModel(javaName, name + " (" + type + ")", type, members(spec, spec, bodies, headers));
    }

    /**
     * Returns the members of a class.
     *
     * @param spec says which; null for all
     * @param at where errors are
     */
    private List<MemberModel> members(
            YamlFields spec, YamlFields at, List<FixMembers> sources, List<FixMembers> headers) {
        SequencedMap<String, YamlFields> wanted = new LinkedHashMap<>();
        boolean all = spec == null || spec.truth("all").orElse(false);
        if (spec != null) {
            spec.fields("fields").ifPresent(fields -> wanted.putAll(fields.all("field")));
        }
        if (all) {
            for (FixMembers source : sources) {
                for (int slot = 0; slot < source.size(); slot++) {
                    wanted.putIfAbsent(source.field(slot).name(), null);
                }
            }
        }
        if (wanted.isEmpty()) {
            throw at.problem("fields", "names no field, and not all: true");
        }
        Map<String, MemberModel> members = new LinkedHashMap<>();
        Set<Integer> tags = new LinkedHashSet<>();
        wanted.forEach((name, fields) -> {
            List<Found> found = found(name, sources, headers);
            if (found.isEmpty()) {
                throw fields.problem(
                        "", "is no field of the message or group at=" + at.position() + hint(name, sources));
            }
            FixField field = found.getFirst().field();
            if (!tags.add(field.tag())) {
                if (fields == null) {
                    return; // all: another dictionary has it under another name
                }
                throw fields.problem("", "is there under two names tag=" + field.tag());
            }
            MemberModel member = member(name, fields, at, found);
            MemberModel same = members.putIfAbsent(member.name(), member);
            if (same != null) {
                throw (fields == null ? at : fields)
                        .problem(
                                "",
                                "has two members of one name=" + member.name() + " first=" + same.described()
                                        + " second=" + member.described());
            }
        });
        return List.copyOf(members.values());
    }

    private static String hint(String name, List<FixMembers> sources) {
        Set<String> names = new LinkedHashSet<>();
        for (FixMembers source : sources) {
            for (int slot = 0; slot < source.size(); slot++) {
                names.add(source.field(slot).name());
            }
        }
        return NearestName.of(name, names)
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    /** A field in one of the dictionaries, in the members that have it. */
    private record Found(FixField field, boolean required, FixGroup group) {}

    /** Returns the field in each dictionary whose message has it: by its name, and by the tag of that elsewhere. */
    private static List<Found> found(String name, List<FixMembers> sources, List<FixMembers> headers) {
        int tag = 0;
        for (int i = 0; i < sources.size() && tag == 0; i++) {
            tag = tagOf(name, sources.get(i));
            tag = tag == 0 && i < headers.size() ? tagOf(name, headers.get(i)) : tag;
        }
        List<Found> found = new ArrayList<>();
        boolean everywhere = true;
        for (int i = 0; i < sources.size() && tag != 0; i++) {
            FixMembers members = sources.get(i);
            members = members.has(tag) || i >= headers.size() ? members : headers.get(i);
            int slot = members.slotOf(tag);
            everywhere &= slot != FixMembers.NONE;
            if (slot != FixMembers.NONE) {
                found.add(new Found(members.field(slot), members.isRequired(slot), members.group(slot)));
            }
        }
        if (!everywhere) {
            found.replaceAll(each -> new Found(each.field(), false, each.group()));
        }
        return found;
    }

    private static int tagOf(String name, FixMembers members) {
        for (int slot = 0; slot < members.size(); slot++) {
            if (members.field(slot).name().equals(name)) {
                return members.field(slot).tag();
            }
        }
        return 0;
    }

    private MemberModel member(String wanted, YamlFields fields, YamlFields owner, List<Found> found) {
        FixField field = found.getFirst().field();
        boolean required = found.stream().allMatch(Found::required);
        YamlFields at = fields == null ? owner : fields;
        if (found.stream().anyMatch(each -> each.group() != null)) {
            return group(fields, at, found, required);
        }
        FixType type = field.type();
        for (Found other : found) {
            type = merged(type, other.field(), field, at);
        }
        if (fields == null) {
            return new MemberModel(
                    field, JavaNames.member(wanted), type, required, -1, null, codes(field, found, at), null);
        }
        fields.only("name", "decimals", "absent", "type", "required");
        String name = named(fields, "name", JavaNames.member(wanted));
        if (fields.has("decimals") && type != FixType.DECIMAL) {
            throw fields.problem("decimals", "is no decimal number field=" + field + " type=" + type);
        }
        int decimals = (int) fields.optionalNumber("decimals", 0, MOST_DECIMALS).orElse(-1);
        Long absent = fields.optionalNumber("absent", Long.MIN_VALUE, Long.MAX_VALUE).stream()
                .boxed()
                .findFirst()
                .orElse(null);
        boolean text = fields.text("type").map(stated -> isText(fields, stated)).orElse(false);
        return new MemberModel(
                field,
                name,
                text ? FixType.STRING : type,
                fields.truth("required").orElse(required),
                decimals,
                absent,
                text ? null : codes(field, found, fields),
                null);
    }

    private static boolean isText(YamlFields fields, String stated) {
        if (!stated.equals("text")) {
            throw fields.problem(
                    "type", "has an unknown type=" + stated + "; text is the only one that can be asked for");
        }
        return true;
    }

    private MemberModel group(YamlFields fields, YamlFields at, List<Found> found, boolean required) {
        FixField counter = found.getFirst().field();
        List<FixMembers> sources = new ArrayList<>();
        for (Found each : found) {
            if (each.group() == null) {
                throw at.problem(
                        "",
                        "counts a group in one dictionary and none in another first=" + described(counter) + " second="
                                + described(each.field()));
            }
            sources.add(each.group().members());
        }
        if (fields != null) {
            fields.only("name", "class", "fields", "all", "required");
        }
        String type = named(fields, "class", JavaNames.groupType(counter.name()));
        List<MemberModel> members = members(fields, at, sources, List.of());
        for (FixMembers source : sources) {
            FixField first = source.field(0);
            if (members.stream().noneMatch(member -> member.field().tag() == first.tag())) {
                throw at.problem("fields", "lacks the field that entries begin with field=" + described(first));
            }
        }
        ClassModel entry =
                new ClassModel(type, "An entry of " + counter.name() + " (" + counter.tag() + ")", null, members);
        return new MemberModel(
                counter,
                named(fields, "name", JavaNames.groupMember(counter.name())),
                FixType.GROUP_COUNT,
                fields == null ? required : fields.truth("required").orElse(required),
                -1,
                null,
                null,
                entry);
    }

    private static String named(YamlFields fields, String key, String otherwise) {
        if (fields == null) {
            return otherwise;
        }
        String name = fields.text(key).orElse(otherwise);
        if (!JavaNames.isName(name)) {
            throw fields.problem(key, "has no name in Java " + key + "=" + name);
        }
        return name;
    }

    /** Returns the type that can hold what two dictionaries have. */
    private static FixType merged(FixType type, FixField other, FixField first, YamlFields at) {
        FixType second = other.type();
        if (type == second) {
            return type;
        }
        Set<FixType> both = Set.of(type, second);
        if (Set.of(FixType.INT, FixType.COUNT, FixType.DAY, FixType.GROUP_COUNT).containsAll(both)) {
            return FixType.INT;
        }
        if (Set.of(FixType.INT, FixType.COUNT, FixType.DECIMAL).containsAll(both)) {
            return FixType.DECIMAL;
        }
        if (Set.of(FixType.CHAR, FixType.BOOLEAN).containsAll(both)) {
            return FixType.CHAR;
        }
        if (both.contains(FixType.VALUES) || both.contains(FixType.CHARS)) {
            if (Set.of(FixType.VALUES, FixType.CHARS, FixType.STRING, FixType.CHAR)
                    .containsAll(both)) {
                return FixType.VALUES;
            }
        } else if (both.contains(FixType.STRING) && !both.contains(FixType.DATA) && !both.contains(FixType.DECIMAL)) {
            return FixType.STRING;
        }
        throw at.problem(
                "",
                "has two types that are not one first=" + type + " " + described(first) + " second=" + second + " "
                        + described(other));
    }

    private static String described(FixField field) {
        return field + " " + field.origin();
    }

    /** Returns the enum of a field whose values all dictionaries list, or null. */
    private CodesModel codes(FixField field, List<Found> found, YamlFields at) {
        boolean listed = found.stream().noneMatch(each -> each.field().values().isEmpty());
        if (!listed || field.type() == FixType.BOOLEAN || field.type() == FixType.DECIMAL) {
            return null;
        }
        CodesModel known = codes.get(field.tag());
        SequencedMap<String, Code> all = new LinkedHashMap<>();
        Map<String, String> valuesByConstant = new LinkedHashMap<>();
        for (Code code : known == null ? List.<Code>of() : known.codes()) {
            all.put(code.value(), code);
            valuesByConstant.put(code.constant(), code.value());
        }
        for (FixDictionary dictionary : dictionaries.values()) {
            FixField here = dictionary.field(field.tag());
            for (String value : here == null ? List.<String>of() : here.values()) {
                if (!all.containsKey(value)) {
                    String constant = JavaNames.constant(here.meaningOf(value));
                    if (valuesByConstant.putIfAbsent(constant, value) != null) {
                        constant =
                                constant + "_" + JavaNames.constant("v" + value).substring(1);
                        if (valuesByConstant.putIfAbsent(constant, value) != null) {
                            throw at.problem(
                                    "",
                                    "has two values of one meaning value=" + value + " constant=" + constant + " "
                                            + described(here));
                        }
                    }
                    all.put(value, new Code(value, constant));
                }
            }
        }
        CodesModel made = new CodesModel(field, JavaNames.type(field.name()), List.copyOf(all.values()));
        codes.put(field.tag(), made);
        return made;
    }
}
