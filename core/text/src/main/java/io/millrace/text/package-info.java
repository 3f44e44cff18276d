/** Messages as YAML, JSON and CSV, streams of messages in every format, and schemas as text. */
package io.millrace.text;
