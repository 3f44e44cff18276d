/** Artio as a peer of the FIX benchmarks. */
package io.millrace.fix.artio;
