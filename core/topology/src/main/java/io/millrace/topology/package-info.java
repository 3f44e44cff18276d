/** Topologies: files that name channels, components and threads, checked, linked and run. */
package io.millrace.topology;
