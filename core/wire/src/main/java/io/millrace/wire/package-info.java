/** Messages to bytes and text and back, by one schema per type, and the writers and readers of method calls. */
package io.millrace.wire;
