package io.millrace.topology;

import io.millrace.service.ComponentKind;
import io.millrace.service.Counting;
import io.millrace.service.ErrorPolicy;
import io.millrace.text.NearestName;
import io.millrace.topology.CountSpec.Calls;
import io.millrace.topology.CountSpec.Counted;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The section {@code summary}: counts of messages, and of what components keep, at the end of a run. */
public final class SummarySection implements TopologySection<SummarySpec> {

    static final String KEY = "summary";

    /** Members of a summary that the runner fills. */
    private static final Set<String> RESERVED_COUNTS = Set.of("run", "latency");

    private static final Pattern COUNT_NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

    /** Creates the section. */
    public SummarySection() {}

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public String help() {
        return "what is counted at the end of a run, by name";
    }

    @Override
    public Class<SummarySpec> type() {
        return SummarySpec.class;
    }

    @Override
    public SummarySpec read(YamlFields fields) {
        SummarySpec summary = SummarySpec.empty();
        for (var count : fields.all(KEY).entrySet()) {
            summary = summary.with(count.getKey(), count(count.getValue()));
        }
        return summary;
    }

    private static CountSpec count(YamlFields fields) {
        fields.only("channel", "calls", "component", "count");
        boolean calls = fields.has("channel") && fields.has("calls");
        boolean counted = fields.has("component") && fields.has("count");
        if (calls == counted || fields.keys().size() != 2) {
            throw fields.problem("", "needs either channel and calls, or component and count, and nothing else");
        }
        return calls
                ? CountSpec.calls(fields.required("channel"), fields.required("calls"))
                : CountSpec.counted(fields.required("component"), fields.required("count"));
    }

    @Override
    public void check(SummarySpec summary, Topology topology) {
        summary.counts().forEach((name, count) -> {
            checkName(name, summary, topology);
            switch (count) {
                case Calls calls -> {
                    topology.requireChannel(calls.channel(), "summary=" + name + " counts", key(), name, "channel");
                    if (!topology.isKept(calls.channel())) {
                        throw topology.problem(
                                "summary=" + name + " counts channel=" + calls.channel() + " of kind "
                                        + topology.kindText(calls.channel()) + ", which stores nothing",
                                key(),
                                name,
                                "channel");
                    }
                }
                case Counted counted ->
                    topology.requireComponent(
                            counted.component(), "summary=" + name + " asks", key(), name, "component");
            }
        });
    }

    private void checkName(String name, SummarySpec summary, Topology topology) {
        if (!COUNT_NAME.matcher(name).matches()) {
            throw topology.problem(TopologyChecks.invalidName("summary", name), key(), name);
        }
        if (RESERVED_COUNTS.contains(name.replaceFirst("\\..*", ""))) {
            throw topology.problem("summary=" + name + " is a name that every summary has", key(), name);
        }
        Optional<String> inner = summary.counts().keySet().stream()
                .filter(other -> other.startsWith(name + "."))
                .findFirst();
        if (inner.isPresent()) {
            throw topology.problem(
                    "summary=" + name + " cannot be a number and hold summary=" + inner.get(), key(), name);
        }
    }

    @Override
    public void link(SummarySpec summary, Topology topology, ComponentTypes types) {
        summary.counts().forEach((name, count) -> {
            switch (count) {
                case Counted counted -> {
                    Class<?> type = types.type(counted.component());
                    if (!Counting.class.isAssignableFrom(type)) {
                        throw topology.problem(
                                "summary=" + name + " asks component=" + counted.component() + ", whose class="
                                        + type.getName() + " is not Counting",
                                key(),
                                name,
                                "component");
                    }
                }
                case Calls calls ->
                    topology.writerOf(calls.channel()).ifPresent(writer -> {
                        Set<String> known = types.calls(writer);
                        if (topology.components().get(writer).onError() == ErrorPolicy.RECORD) {
                            known.add("error");
                        }
                        if (types.kind(writer) != ComponentKind.SOURCE) {
                            known.add("skipped"); // which an operator may order at any time
                        }
                        if (!known.contains(calls.method())) {
                            throw topology.problem(
                                    "summary=" + name + " counts calls=" + calls.method() + ", which channel="
                                            + calls.channel() + " does not carry"
                                            + NearestName.hint(calls.method(), known),
                                    key(),
                                    name,
                                    "calls");
                        }
                    });
            }
        });
    }

    @Override
    public SectionRun open(SummarySpec summary, SectionContext context) {
        return new SummaryRun(summary, context);
    }
}
