package io.millrace.jdbc;

class H2ProgressTest extends ProgressContract {
    @Override
    TestDatabase create() {
        return new H2Database("jdbc:h2:" + root.resolve("database"));
    }
}
