package io.millrace.fix.codegen;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixDictionaryException;
import io.millrace.text.NearestName;
import io.millrace.topology.YamlFields;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The file that names dictionaries, messages and their fields, and interfaces of calls. */
final class MessagesFile {

    /** What the classes of messages are. */
    enum Form {
        /** Classes whose objects are filled again for each message. */
        MUTABLE,
        /** Records, new for each message. */
        RECORDS
    }

    private final Path path;
    private final YamlFields root;

    private MessagesFile(Path path, YamlFields root) {
        this.path = path;
        this.root = root;
    }

    static MessagesFile read(Path path) {
        YamlFields root = YamlFields.read(path, "file of messages", FixCodegenException::new);
        root.only("package", "form", "precompiled", "dictionaries", "messages", "interfaces");
        return new MessagesFile(path, root);
    }

    String name() {
        return path.getFileName().toString();
    }

    String packageName() {
        String name = root.required("package");
        for (String part : name.split("\\.", -1)) {
            if (!JavaNames.isName(part)) {
                throw root.problem("package", "has no name of a package package=" + name);
            }
        }
        return name;
    }

    Form form() {
        return root.constant("form", Form.class).orElse(Form.MUTABLE);
    }

    boolean isPrecompiled() {
        return root.truth("precompiled").orElse(false);
    }

    /** Returns the dictionaries by the names that the file gives them. */
    SequencedMap<String, FixDictionary> dictionaries() {
        SequencedMap<String, FixDictionary> dictionaries = new LinkedHashMap<>();
        root.named("dictionaries").forEach((name, fields) -> dictionaries.put(name, dictionary(fields)));
        if (dictionaries.isEmpty()) {
            throw root.problem("dictionaries", "names no dictionary");
        }
        return dictionaries;
    }

    private FixDictionary dictionary(YamlFields fields) {
        fields.only("file", "transport", "overlay");
        FixDictionary made = read(fields, "file");
        if (fields.has("transport")) {
            made = FixDictionary.combine(read(fields, "transport"), made);
        }
        if (fields.has("overlay")) {
            FixDictionary base = made;
            made = fields.at(
                    "overlay", () -> base.overlaid(file(fields, "overlay")), FixDictionaryException.class::isInstance);
        }
        return made;
    }

    private FixDictionary read(YamlFields fields, String key) {
        return fields.at(key, () -> FixDictionary.read(file(fields, key)), FixDictionaryException.class::isInstance);
    }

    /** Returns a file, whose name is relative to this one. */
    private Path file(YamlFields fields, String key) {
        return path.toAbsolutePath().resolveSibling(fields.required(key)).normalize();
    }

    /** Returns the messages by their names in the dictionaries. */
    SequencedMap<String, YamlFields> messages() {
        SequencedMap<String, YamlFields> messages = root.named("messages");
        if (messages.isEmpty()) {
            throw root.problem("messages", "names no message");
        }
        return messages;
    }

    /** Returns the interfaces by their names. */
    SequencedMap<String, YamlFields> interfaces() {
        SequencedMap<String, YamlFields> interfaces = root.named("interfaces");
        interfaces.forEach((name, fields) -> {
            fields.only("messages", "session");
            if (!JavaNames.isName(name)) {
                throw fields.problem("", "has no name of an interface");
            }
        });
        return interfaces;
    }

    /** Returns the messages of an interface, which the file must name. */
    static List<String> messagesOf(YamlFields fields, List<String> known) {
        List<String> names = fields.texts("messages");
        for (String name : names) {
            if (!known.contains(name)) {
                throw fields.problem("messages", "has an unknown message=" + name + NearestName.hint(name, known));
            }
        }
        if (names.isEmpty()) {
            throw fields.problem("messages", "names no message");
        }
        return names;
    }
}
