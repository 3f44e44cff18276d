package io.millrace.server;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Collects the routes of a {@link WebServer}. For one thread, once. */
public final class WebServerBuilder {

    private final WebServerOptions options;
    private final Map<String, Map<String, RouteTable.Route>> routes = new HashMap<>();
    private final Map<String, WebSocketEndpoint> endpoints = new HashMap<>();

    WebServerBuilder(WebServerOptions options) {
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Adds a route for {@code GET} and {@code HEAD}.
     *
     * @param path the path, such as {@code /api/run}; one that ends with {@code /*} takes all paths below it
     * @param access what requests it accepts
     * @param handler answers them
     * @throws ServerException where the path has such a route or is not valid
     */
    public WebServerBuilder get(String path, Access access, WebHandler handler) {
        return add("GET", path, access, handler);
    }

    /**
     * Adds a route for {@code POST}, which asks for the token.
     *
     * @param path the path, as for {@link #get}
     * @param handler answers the requests
     * @throws ServerException where the path has such a route or is not valid
     */
    public WebServerBuilder post(String path, WebHandler handler) {
        return add("POST", path, Access.TOKEN, handler);
    }

    /**
     * Adds the files of a folder of a jar, which every request of this origin may get.
     *
     * @param path the path of the folder, such as {@code /page}
     * @param source opens the files
     * @param folder the folder, relative to the class of the source
     * @throws ServerException where the path is taken or is not valid
     */
    public WebServerBuilder files(String path, ResourceSource source, String folder) {
        StaticFiles files = new StaticFiles(source, folder);
        return add("GET", path + "/*", Access.OPEN, request -> files.answer(request, request.rest()));
    }

    /**
     * Adds one file of a jar at a path of its own, such as the page at {@code /}.
     *
     * @param path the path
     * @param source opens the file
     * @param file the file, relative to the class of the source, with its folder
     * @throws ServerException where the path is taken or is not valid
     */
    public WebServerBuilder file(String path, ResourceSource source, String file) {
        int slash = file.lastIndexOf('/');
        StaticFiles files = new StaticFiles(source, slash < 0 ? "." : file.substring(0, slash));
        return add("GET", path, Access.OPEN, request -> files.answer(request, file.substring(slash + 1)));
    }

    /**
     * Adds WebSocket sessions at a path, for clients of this origin with the token.
     *
     * @param path the path
     * @param endpoint accepts the sessions
     * @throws ServerException where the path is taken or is not valid
     */
    public WebServerBuilder webSocket(String path, WebSocketEndpoint endpoint) {
        check(path);
        if (endpoints.putIfAbsent(path, endpoint) != null) {
            throw new ServerException("path has two endpoints path=" + path);
        }
        return this;
    }

    private WebServerBuilder add(String method, String path, Access access, WebHandler handler) {
        check(path);
        Map<String, RouteTable.Route> methods = routes.computeIfAbsent(path, _ -> new HashMap<>());
        if (methods.putIfAbsent(method, new RouteTable.Route(access, handler)) != null) {
            throw new ServerException("path has two routes method=" + method + " path=" + path);
        }
        return this;
    }

    private static void check(String path) {
        if (!path.matches("/([A-Za-z0-9._-]+/)*([A-Za-z0-9._-]+|\\*)?")) {
            throw new ServerException("path of a route is not valid path=" + path);
        }
    }

    /**
     * Starts the server.
     *
     * @return the server, which listens
     * @throws ServerException where it cannot listen, for example because another process has the port
     */
    public WebServer start() {
        return WebServer.start(options, new RouteTable(routes, endpoints));
    }
}
