/** Tests of components that are data: calls in, calls out, and what must hold when the calls in are disturbed. */
package io.millrace.testing;
