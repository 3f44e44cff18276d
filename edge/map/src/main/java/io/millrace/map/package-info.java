/** A persisted key-value store: {@link io.millrace.map.PersistentMap} is the entry point. */
package io.millrace.map;
