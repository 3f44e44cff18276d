/** Follows one message through the channels of a system. */
package io.millrace.trace;
