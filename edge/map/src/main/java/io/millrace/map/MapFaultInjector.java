package io.millrace.map;

import io.millrace.journal.FaultInjector;

/** The hook by which proofs observe and stop a map and its journal. Not for applications. */
@FunctionalInterface
public interface MapFaultInjector extends FaultInjector {

    /** Does nothing; used outside of proofs. */
    MapFaultInjector NONE = _ -> {};

    /** Acts on a point that the thread that changes the map has reached. */
    default void reached(MapPoint point) {}
}
