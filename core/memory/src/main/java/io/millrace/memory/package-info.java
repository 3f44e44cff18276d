/** Mapped files, ordered access to them, and the few native calls, each with a pure Java stand-in. */
package io.millrace.memory;
