/** The JDBC gateway: requests to an SQL database as messages, each carried out once and answered once. */
package io.millrace.jdbc;
