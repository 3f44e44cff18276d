/** A JUnit extension that fails a test which leaks threads, mappings or files, or logs what it did not expect. */
package io.millrace.leaks;
