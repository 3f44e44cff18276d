/** An annotation processor that generates the codecs of messages when they are compiled. */
package io.millrace.codegen;
