package io.millrace.fix;

import java.util.ArrayList;
import java.util.List;

/** The form of dictionary that QuickFIX and many counterparties use: {@code fix} with fields, components, messages. */
final class QuickFixDictionary {

    private QuickFixDictionary() {}

    static DictionaryParts parts(DictionaryNode root) {
        DictionaryBuilder builder = new DictionaryBuilder(version(root));
        for (DictionaryNode node : root.first("fields").nodes()) {
            String name = node.need("name");
            FixValues values = builder.values(name, valueNodes(node), "enum", "description");
            builder.field(node, node.needNumber("number"), name, node.need("type"), values);
        }
        for (DictionaryNode node : root.first("components").nodes()) {
            builder.component(node, node.need("name"), members(node));
        }
        for (DictionaryNode node : root.first("messages").nodes()) {
            FixMessageType.Level level = node.get("msgcat", "app").equals("admin")
                    ? FixMessageType.Level.SESSION
                    : FixMessageType.Level.APPLICATION;
            builder.message(node, node.need("msgtype"), node.need("name"), level, members(node));
        }
        return builder.finish(members(root.first("header")), members(root.first("trailer")));
    }

    private static String version(DictionaryNode root) {
        String pack = root.get("servicepack", "0");
        return root.get("type", "FIX") + "." + root.need("major") + "." + root.need("minor")
                + (pack.isEmpty() || pack.equals("0") ? "" : "SP" + pack);
    }

    private static List<DictionaryNode> valueNodes(DictionaryNode field) {
        return field.nodes().stream()
                .filter(node -> node.name().equals("value"))
                .toList();
    }

    private static List<RawMember> members(DictionaryNode owner) {
        List<RawMember> members = new ArrayList<>();
        for (DictionaryNode node : owner.nodes()) {
            boolean required = node.get("required", "N").equals("Y");
            RawMember.Kind kind = switch (node.name()) {
                case "field" -> RawMember.Kind.FIELD;
                case "group" -> RawMember.Kind.GROUP;
                case "component" -> RawMember.Kind.COMPONENT;
                default -> throw node.error("unknown element in a list of members element=" + node.name());
            };
            List<RawMember> entry = kind == RawMember.Kind.GROUP ? members(node) : List.of();
            members.add(new RawMember(kind, node.need("name"), required, node, entry));
        }
        return members;
    }
}
