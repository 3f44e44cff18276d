package io.millrace.rules;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All house rules. */
public final class HouseRules {

    private static final List<Rule> ALL = List.of(
            new AdrNumbering(),
            new BannedCode(),
            new BillOfMaterials(),
            new BinaryFiles(),
            new DocumentLength(),
            new DocumentLinks(),
            new DocumentQuotes(),
            new EndlessWaits(),
            new FileLength(),
            new FlatPackages(),
            new JavadocForm(),
            new JvmFlags(),
            new LeftoverMarkers(),
            new LineLength(),
            new LongProofs(),
            new Messages(),
            new MethodLength(),
            new ModuleDependencies(),
            new ModuleDocumentation(),
            new ModuleList(),
            new Names(),
            new OneTypePerFile(),
            new PlainText(),
            new PlainWords(),
            new PublicBooleans(),
            new StaticState(),
            new TestNames(),
            new TestTags());

    private HouseRules() {}

    /** Returns the rules by name, in alphabetical order. */
    public static Map<String, Rule> byName() {
        Map<String, Rule> byName = new TreeMap<>();
        for (Rule rule : ALL) {
            byName.put(rule.getClass().getSimpleName(), rule);
        }
        return byName;
    }
}
