/** Load on SQL databases. */
package io.millrace.load.jdbc;
