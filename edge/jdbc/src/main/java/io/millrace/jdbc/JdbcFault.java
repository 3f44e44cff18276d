package io.millrace.jdbc;

/**
 * Why a request failed.
 *
 * @param sql the statement, its beginning where it is long
 * @param state the SQLSTATE of five characters; {@code 07006} for a value that cannot be converted, {@code 0LM01} for
 *     a request that the gateway itself refuses, {@code 0LM02} where the driver has thrown no error of SQL
 * @param code the code of the database, 0 where there is none
 * @param message what the database or the gateway says, its beginning where it is long
 */
public record JdbcFault(String sql, String state, int code, String message) {}
