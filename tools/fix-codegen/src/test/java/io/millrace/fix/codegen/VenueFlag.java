// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixCode;

/** The values of VenueFlag (5001). */
public enum VenueFlag {
    /** The value {@code A}. */
    @FixCode("A")
    AGENCY,

    /** The value {@code P}. */
    @FixCode("P")
    PRINCIPAL
}
