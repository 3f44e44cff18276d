/** Components run on channels: event loops, exact restart, external sources and gateways. */
package io.millrace.service;
