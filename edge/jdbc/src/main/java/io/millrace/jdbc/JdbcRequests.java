package io.millrace.jdbc;

/**
 * What a {@link JdbcGateway} may be asked. Arguments take the places of the question marks in order and are scalars:
 * null, booleans, numbers (also {@code BigDecimal} and {@code BigInteger}), characters, strings, {@code byte[]},
 * {@code UUID} and the types of {@code java.time}. A value that the database would not keep exactly is refused. Each
 * request is answered by exactly one call of {@link JdbcResults}.
 */
public interface JdbcRequests {
    /**
     * Executes a statement that changes data; the answer is {@link JdbcResults#updateResult} or
     * {@link JdbcResults#updateThrown}.
     *
     * @param sql one statement, without transaction control
     * @param arguments the values of its parameters
     */
    void executeUpdate(String sql, Object... arguments);

    /**
     * Executes a query; the answer is {@link JdbcResults#queryResult} or {@link JdbcResults#queryThrown}.
     *
     * @param sql one statement, without transaction control
     * @param resultType the name, full or simple, of a type on the gateway's list of result types; each row becomes
     *     one of these
     * @param arguments the values of its parameters
     */
    void executeQuery(String sql, String resultType, Object... arguments);
}
