package io.millrace.jdbc;

/** A database as a second process sees it. */
record Remote(String url, String user, String password) implements TestDatabase {
    @Override
    public void cutConnections() {}

    @Override
    public void close() {}
}
