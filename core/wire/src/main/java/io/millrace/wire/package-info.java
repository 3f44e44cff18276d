/** Messages to bytes and back, by one schema per type, and the writers and readers of method calls. */
package io.millrace.wire;
