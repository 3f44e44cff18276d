package io.millrace.fix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of dictionary that the FIX Trading Community publishes: Orchestra, version 1.0, element {@code repository}.
 * Its {@code base} scenarios are read; members refer to fields, components and groups by their numbers.
 */
final class OrchestraDictionary {

    private static final String HEADER = "StandardHeader";
    private static final String TRAILER = "StandardTrailer";

    private final DictionaryNode root;
    private final DictionaryBuilder builder;
    private final Map<String, String> fields = new HashMap<>();
    private final Map<String, String> components = new HashMap<>();

    private OrchestraDictionary(DictionaryNode root) {
        this.root = root;
        builder = new DictionaryBuilder(root.get("name", root.get("version", "Orchestra")));
    }

    static DictionaryParts parts(DictionaryNode root) {
        return new OrchestraDictionary(root).parts();
    }

    private DictionaryParts parts() {
        readFields();
        List<RawMember> header = List.of();
        List<RawMember> trailer = List.of();
        for (DictionaryNode node : root.first("components").nodes()) {
            components.put(node.need("id"), node.need("name"));
        }
        for (DictionaryNode node : root.first("components").nodes()) {
            List<RawMember> members = members(node);
            switch (node.need("name")) {
                case HEADER -> header = members;
                case TRAILER -> trailer = members;
                default -> builder.component(node, node.need("name"), members);
            }
        }
        for (DictionaryNode node : root.first("groups").nodes()) {
            DictionaryNode counter = node.first("numInGroup");
            String name = fieldName(counter);
            RawMember group = new RawMember(RawMember.Kind.GROUP, name, true, node, members(node));
            builder.component(node, groupKey(node.need("id")), List.of(group));
        }
        for (DictionaryNode node : root.first("messages").nodes()) {
            if (isBase(node)) {
                FixMessageType.Level level = node.get("category", "").equals("Session")
                        ? FixMessageType.Level.SESSION
                        : FixMessageType.Level.APPLICATION;
                builder.message(node, node.need("msgType"), node.need("name"), level, members(node.first("structure")));
            }
        }
        return builder.finish(header, trailer);
    }

    private void readFields() {
        Map<String, DictionaryNode> codeSets = new HashMap<>();
        for (DictionaryNode node : root.first("codeSets").nodes()) {
            if (isBase(node)) {
                codeSets.put(node.need("name"), node);
            }
        }
        for (DictionaryNode node : root.first("fields").nodes()) {
            if (isBase(node)) {
                String name = node.need("name");
                DictionaryNode codes = codeSets.get(node.need("type"));
                fields.put(node.need("id"), name);
                if (codes == null) {
                    builder.field(node, node.needNumber("id"), name, node.need("type"), null);
                } else {
                    List<DictionaryNode> listed = codes.nodes().stream()
                            .filter(code -> code.name().equals("code"))
                            .toList();
                    FixValues values = builder.values(name, listed, "value", "name");
                    builder.field(node, node.needNumber("id"), name, codes.need("type"), values);
                }
            }
        }
    }

    private static boolean isBase(DictionaryNode node) {
        return node.get("scenario", "base").equals("base");
    }

    private List<RawMember> members(DictionaryNode owner) {
        List<RawMember> members = new ArrayList<>();
        for (DictionaryNode node : owner.nodes()) {
            boolean required = node.get("presence", "optional").equals("required");
            switch (node.name()) {
                case "fieldRef" -> members.add(member(RawMember.Kind.FIELD, fieldName(node), required, node));
                case "groupRef" ->
                    members.add(member(RawMember.Kind.COMPONENT, groupKey(node.need("id")), required, node));
                case "componentRef" -> {
                    String name = components.get(node.need("id"));
                    if (name == null) {
                        throw node.error("unknown component id=" + node.need("id"));
                    }
                    if (!name.equals(HEADER) && !name.equals(TRAILER)) {
                        members.add(member(RawMember.Kind.COMPONENT, name, required, node));
                    }
                }
                default -> {
                    // Documentation, and the counter of a group, which is read with the group.
                }
            }
        }
        return members;
    }

    private static RawMember member(RawMember.Kind kind, String name, boolean required, DictionaryNode node) {
        return new RawMember(kind, name, required, node, List.of());
    }

    private String fieldName(DictionaryNode node) {
        String name = fields.get(node.need("id"));
        if (name == null) {
            throw node.error("unknown field id=" + node.need("id"));
        }
        return name;
    }

    private static String groupKey(String id) {
        return "group " + id;
    }
}
