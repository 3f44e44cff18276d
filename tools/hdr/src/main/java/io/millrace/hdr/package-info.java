/** Commands that read histogram logs, whoever wrote them. */
package io.millrace.hdr;
