/** The command {@code millrace map}. */
package io.millrace.map.cli;
