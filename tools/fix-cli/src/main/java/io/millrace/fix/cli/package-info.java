/** The fix command of {@code millrace}. */
package io.millrace.fix.cli;
