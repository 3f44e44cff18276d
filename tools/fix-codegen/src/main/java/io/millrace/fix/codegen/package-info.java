/** Generates classes and interfaces for messages of FIX that a file names. */
package io.millrace.fix.codegen;
