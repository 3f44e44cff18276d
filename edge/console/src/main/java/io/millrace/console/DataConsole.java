package io.millrace.console;

import io.millrace.server.WebErrorHandler;
import java.nio.file.Path;
import java.util.List;

/**
 * A console of a data directory: at rest, or of another process, which it does not disturb. Any thread may use it.
 */
public final class DataConsole implements AutoCloseable {

    private final ConsoleServer server;

    private DataConsole(ConsoleServer server) {
        this.server = server;
    }

    /**
     * Opens the channels of a data directory and starts a server.
     *
     * @param directory the data directory of a topology
     * @param options how it listens, and what users may do
     * @return the console, which listens
     * @throws ConsoleException where the directory is none
     * @throws io.millrace.server.ServerException where it cannot listen, for example because another process has the
     *     port
     */
    public static DataConsole open(Path directory, ConsoleOptions options) {
        return new DataConsole(ConsoleServer.start(
                DirectorySubject.open(directory),
                options,
                List.of(),
                List.of(),
                new ErrorLog(),
                WebErrorHandler.log()));
    }

    /** Returns the address of the page, such as {@code http://127.0.0.1:8080/}. */
    public String uri() {
        return server.uri();
    }

    /** Ends the pages and closes the channels; waits until its threads have ended. */
    @Override
    public void close() {
        server.close();
    }
}
