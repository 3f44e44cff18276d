package io.millrace.fix.codegen;

import io.millrace.fix.FixDictionary;
import io.millrace.fix.codegen.MemberModel.ClassModel;
import io.millrace.fix.codegen.MemberModel.CodesModel;
import io.millrace.topology.YamlFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * Generates the classes of the messages that a file names, the enums of their fields, and interfaces with a call for
 * each message. The same file and dictionaries give the same sources.
 *
 * {@snippet lang=yaml :
 * package: com.example.orders
 * form: mutable                                # or records
 * precompiled: true                            # for codecs written at build time; false when left out
 * dictionaries:                                # by names of yours; files are relative to this one
 *   FIX.4.4: {file: FIX44.xml}
 *   venue: {file: FIX50SP2.xml, transport: FIXT11.xml, overlay: venue.yaml}
 * messages:
 *   NewOrderSingle:                            # also class, or all: true for all fields
 *     fields:                                  # in the order of the class
 *       ClOrdID:
 *       Account: {name: account, required: true}
 *       Side: {type: text}                     # no enum
 *       Price: {decimals: 4}                   # a whole number of ten-thousandths
 *       MinQty: {decimals: 0, absent: 0}       # what it is where the field is missing; FixTag.NONE when left out
 *       NoPartyIDs:                            # a group, by its counter; also name, class, all
 *         fields: {PartyID: , PartyRole: }
 * interfaces:
 *   Orders: {messages: [NewOrderSingle], session: true}    # the session as the first argument
 * }
 *
 * <p>One class serves all dictionaries: fields are the same by their tag, and have a type that can hold those of all;
 * required is what all require; an enum has the values of all, and is text if one lists none.
 *
 * <table>
 * <caption>Types of members</caption>
 * <tr><th>field</th><th>in a mutable class</th><th>in a record</th></tr>
 * <tr><td>text</td><td>{@code CharSequence}, a view</td><td>{@code String}</td></tr>
 * <tr><td>listed values</td><td colspan="2">an enum, or a list of its constants where a field has several</td></tr>
 * <tr><td>decimal number</td><td>{@code FixDecimal}, {@code long} with decimals</td><td>{@code BigDecimal}, {@code
 * Long} with decimals</td></tr>
 * <tr><td>whole number</td><td>{@code long}</td><td>{@code long}, {@code Long} if it may be missing</td></tr>
 * <tr><td>timestamp</td><td>{@code long}, nanoseconds since 1970</td><td>{@code Instant}</td></tr>
 * <tr><td>date, time of day</td><td colspan="2">{@code LocalDate}, {@code LocalTime}</td></tr>
 * <tr><td>data</td><td>{@code Bytes}</td><td>{@code byte[]}</td></tr>
 * <tr><td>group</td><td colspan="2">a list of entries</td></tr>
 * </table>
 *
 * <p>What is missing is null, and {@code FixTag.NONE} for a number or time of a mutable class.
 */
public final class FixCodegen {

    private FixCodegen() {}

    /**
     * Returns the sources for a file of messages.
     *
     * @param path the file, which is YAML; names of dictionaries are relative to it
     * @throws FixCodegenException if the file or a dictionary cannot be read, or they contradict each other
     */
    public static List<GeneratedSource> generate(Path path) {
        MessagesFile file = MessagesFile.read(path);
        file.packageName();
        SequencedMap<String, FixDictionary> dictionaries = file.dictionaries();
        Aggregate aggregate = new Aggregate(dictionaries);
        SequencedMap<String, YamlFields> specs = file.messages();
        SequencedMap<String, ClassModel> messages = new LinkedHashMap<>();
        specs.forEach((name, spec) -> messages.put(name, aggregate.message(name, spec)));
        Set<String> taken = new HashSet<>();
        aggregate.codes().forEach(codes -> taken.add(codes.name()));
        messages.values().forEach(model -> taken.add(model.name()));
        messages.replaceAll((_, model) -> distinct(model, taken));
        Map<String, GeneratedSource> sources = new LinkedHashMap<>();
        messages.forEach((name, model) -> add(sources, SourceWriter.message(file, model), specs.get(name)));
        for (CodesModel codes : aggregate.codes()) {
            add(sources, SourceWriter.codes(file, codes), specs.firstEntry().getValue());
        }
        file.interfaces().forEach((name, fields) -> {
            List<ClassModel> calls = MessagesFile.messagesOf(fields, List.copyOf(messages.keySet())).stream()
                    .map(messages::get)
                    .toList();
            boolean session = fields.truth("session").orElse(false);
            add(sources, SourceWriter.calls(file, name, calls, session), fields);
        });
        return List.copyOf(sources.values());
    }

    /** Returns a class whose entries hide no other class: the group NoSides has a SideEntry, since Side is an enum. */
    private static ClassModel distinct(ClassModel model, Set<String> taken) {
        Set<String> used = new HashSet<>(taken);
        used.add(model.name());
        List<MemberModel> members = new ArrayList<>();
        for (MemberModel member : model.members()) {
            if (member.entry() == null) {
                members.add(member);
            } else {
                String name = member.entry().name();
                while (!used.add(name)) {
                    name += "Entry";
                }
                members.add(member.with(distinct(member.entry().named(name), used)));
            }
        }
        return new ClassModel(model.name(), model.described(), model.msgType(), members);
    }

    private static void add(Map<String, GeneratedSource> sources, GeneratedSource source, YamlFields at) {
        if (sources.putIfAbsent(source.name(), source) != null) {
            throw at.problem("", "needs a class whose name another one has name=" + source.name());
        }
    }

    /**
     * Writes the sources for a file of messages below a folder; a file that has the same content is left as it is.
     *
     * @return the files, in the order of {@link #generate}
     */
    public static List<Path> write(Path path, Path folder) {
        List<Path> written = new ArrayList<>();
        for (GeneratedSource source : generate(path)) {
            Path target = folder.resolve(source.path());
            try {
                if (!Files.exists(target) || !Files.readString(target).equals(source.text())) {
                    Files.createDirectories(target.getParent());
                    Files.writeString(target, source.text());
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write a source file=" + target, e);
            }
            written.add(target);
        }
        return written;
    }
}
