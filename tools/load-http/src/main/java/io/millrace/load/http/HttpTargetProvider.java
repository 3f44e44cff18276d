package io.millrace.load.http;

import io.millrace.load.Target;
import io.millrace.load.TargetOptions;
import io.millrace.load.TargetProvider;
import java.util.Set;

/** Targets with URLs that begin with {@code http:} or {@code https:}. */
public final class HttpTargetProvider implements TargetProvider {
    /** Creates the provider; the service loader does. */
    public HttpTargetProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("http", "https");
    }

    @Override
    public String help() {
        return "http://HOST:PORT/PATH, asynchronous. Fields of an operation: method (GET), path (that of the URL),"
                + " body, content-type, status (any below 400). Options: version (1.1 or 2), in-flight (of each thread;"
                + " 256, or 100 with version 2), timeout-ms (none), header (NAME: VALUE).";
    }

    @Override
    public String defaultOperation() {
        return "request";
    }

    @Override
    public Target target(TargetOptions options) {
        return new HttpTarget(options);
    }
}
