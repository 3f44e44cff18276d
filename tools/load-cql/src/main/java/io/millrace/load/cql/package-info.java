/** Load on Cassandra. */
package io.millrace.load.cql;
