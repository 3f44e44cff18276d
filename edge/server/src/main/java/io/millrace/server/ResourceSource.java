package io.millrace.server;

import java.io.InputStream;

/** Opens a file of a jar by its path, as {@code MyClass.class::getResourceAsStream} does in the module of the files. */
@FunctionalInterface
public interface ResourceSource {

    /**
     * Opens a file.
     *
     * @param path the path, relative to the package of the class
     * @return the content, which the caller closes; null where there is no such file
     */
    InputStream open(String path);
}
