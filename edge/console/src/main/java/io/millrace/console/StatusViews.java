package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.journal.Journal;
import io.millrace.server.RefusedException;
import io.millrace.topology.StatusColumn;
import io.millrace.topology.StatusSource;
import io.millrace.topology.StatusTable;
import io.millrace.topology.StatusView;
import io.millrace.topology.TopologyView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The views that modules on the class path add, by name. Immutable. */
final class StatusViews {

    private static final int MAX_ROWS = 5_000;

    private final Map<String, StatusView> views;

    private StatusViews(Map<String, StatusView> views) {
        this.views = views;
    }

    static StatusViews find() {
        List<StatusView> found = new ArrayList<>();
        try {
            ServiceLoader.load(StatusView.class).forEach(found::add);
        } catch (ServiceConfigurationError e) {
            throw new ConsoleException("cannot load a view: " + e.getMessage(), e);
        }
        return of(found);
    }

    static StatusViews of(Collection<StatusView> found) {
        Map<String, StatusView> views = new TreeMap<>();
        found.stream().sorted(Comparator.comparing(StatusView::name)).forEach(view -> {
            if (!view.name().matches("[a-z][a-z0-9-]*") || views.putIfAbsent(view.name(), view) != null) {
                throw new ConsoleException("name of a view is not valid or taken name=" + view.name() + " class="
                        + view.getClass().getName());
            }
        });
        return new StatusViews(views);
    }

    Collection<StatusView> all() {
        return views.values();
    }

    /** Returns the tables of a view as JSON. */
    String json(String name, Subject subject) {
        StatusView view = Optional.ofNullable(views.get(name))
                .orElseThrow(() -> new RefusedException(404, "there is no such view name=" + name));
        List<StatusTable> tables = view.tables(source(subject));
        return Json.object(json -> {
            json.field("title", view.title());
            json.objects("tables", tables, table -> {
                json.field("title", table.title());
                json.objects(
                        "columns",
                        table.columns(),
                        column -> json.field("name", column.name()).field("type", type(column)));
                json.array(
                        "rows",
                        () -> table.rows().stream()
                                .limit(MAX_ROWS)
                                .forEach(row -> json.row(() -> row.forEach(json::value))));
                json.field("rowsNotShown", Math.max(0, table.rows().size() - MAX_ROWS));
            });
        });
    }

    private static String type(StatusColumn column) {
        return switch (column.type()) {
            case TEXT -> "text";
            case COUNT -> "count";
            case BYTES -> "bytes";
            case NANOSECONDS -> "ns";
            case RATE -> "rate";
            case TIME -> "time";
            case STATE -> "state";
        };
    }

    private static StatusSource source(Subject subject) {
        SequencedMap<String, Journal> journals = new LinkedHashMap<>();
        subject.journals().forEach((name, channel) -> journals.put(name, journal(channel)));
        return new StatusSource() {
            @Override
            public Path dataDirectory() {
                return subject.directory();
            }

            @Override
            public Optional<TopologyView> run() {
                return subject.view();
            }

            @Override
            public SequencedMap<String, Journal> journals() {
                return journals;
            }
        };
    }

    private static Journal journal(Channel channel) {
        return channel.journal().orElseThrow();
    }
}
