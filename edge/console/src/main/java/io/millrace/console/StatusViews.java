package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.journal.Journal;
import io.millrace.server.RefusedException;
import io.millrace.topology.StatusColumn;
import io.millrace.topology.StatusSource;
import io.millrace.topology.StatusTable;
import io.millrace.topology.StatusView;
import io.millrace.topology.TopologyException;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The views that modules on the class path add, by name. Immutable. */
final class StatusViews {

    private static final int MAX_ROWS = 5_000;

    private final Map<String, StatusView> views;

    private StatusViews(Map<String, StatusView> views) {
        this.views = views;
    }

    /** Finds the views of the class path; one of a run takes the place of that of its name. */
    static StatusViews find(List<StatusView> ofRun) {
        List<StatusView> found = new ArrayList<>();
        Set<String> taken = ofRun.stream().map(StatusView::name).collect(Collectors.toSet());
        try {
            ServiceLoader.load(StatusView.class).forEach(view -> {
                if (!taken.contains(view.name())) {
                    found.add(view);
                }
            });
            found.addAll(ofRun);
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

    /** Returns the views that have something to show. */
    List<StatusView> of(Subject subject) {
        StatusSource source = source(subject, Map.of());
        return views.values().stream().filter(view -> view.concerns(source)).toList();
    }

    /** Returns the tables of a view as JSON. */
    String json(String name, Subject subject, Map<String, String> query) {
        StatusView view = Optional.ofNullable(views.get(name))
                .orElseThrow(() -> new RefusedException(404, "there is no such view name=" + name));
        List<StatusTable> tables;
        try {
            tables = view.tables(source(subject, query));
        } catch (TopologyException e) {
            throw new RefusedException(400, String.valueOf(e.getMessage()));
        }
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

    private static StatusSource source(Subject subject, Map<String, String> query) {
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

            @Override
            public Map<String, String> query() {
                return query;
            }
        };
    }

    private static Journal journal(Channel channel) {
        return channel.journal().orElseThrow();
    }
}
