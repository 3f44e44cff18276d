/** A channel made of what is in a Chronicle Queue. */
package io.millrace.bridge;
