package io.millrace.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * What a side measures from outside: a server in a process of its own, which {@link ServerProcess} starts. It is not
 * closed: its process ends, and its directory is deleted.
 */
public interface Server {

    /**
     * Starts.
     *
     * @param directory an empty directory for it alone
     * @param arguments what it is to serve
     * @return the port of the loopback address at which it listens
     * @throws Exception any failure; then the process ends
     */
    int start(Path directory, List<String> arguments) throws Exception;
}
