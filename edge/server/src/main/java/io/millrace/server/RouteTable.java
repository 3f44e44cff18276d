package io.millrace.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The routes of a server: exact paths, and paths that end with {@code *}, of which the longest counts. Immutable. */
final class RouteTable {

    private final Map<String, Map<String, Route>> routes;
    private final Map<String, WebSocketEndpoint> endpoints;

    RouteTable(Map<String, Map<String, Route>> routes, Map<String, WebSocketEndpoint> endpoints) {
        Map<String, Map<String, Route>> copy = new LinkedHashMap<>();
        routes.forEach((path, methods) -> copy.put(path, Map.copyOf(methods)));
        this.routes = Map.copyOf(copy);
        this.endpoints = Map.copyOf(endpoints);
    }

    /** A route of one method. */
    record Route(Access access, WebHandler handler) {}

    /** The methods at a path, and what follows the path of a route that ends with {@code *}. */
    record Match(Map<String, Route> methods, String rest) {

        /** Returns the methods as the header {@code Allow} has them. */
        String allowed() {
            Set<String> names = new TreeSet<>(methods.keySet());
            if (names.contains("GET")) {
                names.add("HEAD");
            }
            return String.join(", ", names);
        }
    }

    Optional<Match> find(String path) {
        Map<String, Route> exact = routes.get(path);
        if (exact != null) {
            return Optional.of(new Match(exact, ""));
        }
        for (int slash = path.lastIndexOf('/'); slash >= 0; slash = path.lastIndexOf('/', slash - 1)) {
            Map<String, Route> prefix = routes.get(path.substring(0, slash + 1) + "*");
            if (prefix != null) {
                return Optional.of(new Match(prefix, path.substring(slash + 1)));
            }
        }
        return Optional.empty();
    }

    Optional<WebSocketEndpoint> endpoint(String path) {
        return Optional.ofNullable(endpoints.get(path));
    }
}
