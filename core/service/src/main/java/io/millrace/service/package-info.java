/** Components run on channels: event loops, exact restart, external sources, gateways and topologies. */
package io.millrace.service;
