/** Encodes and decodes messages by one schema per type, and writes and reads method calls. */
package io.millrace.wire;
