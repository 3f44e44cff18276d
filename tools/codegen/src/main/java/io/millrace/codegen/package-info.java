/** An annotation processor that writes the codecs of messages when they are compiled. */
package io.millrace.codegen;
