package io.millrace.remote;

import java.util.List;

/** The symbols of a desk, which may be many. */
interface Names extends AutoCloseable {

    int size();

    boolean contains(String symbol);

    List<String> page(int from, int count);

    @Override
    void close();
}
