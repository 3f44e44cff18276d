package io.millrace.testing;

import java.time.Instant;

/**
 * The call by which the cases of a component that is {@link io.millrace.service.Timed} say what time it is. It stands
 * among the calls in; the component is called for everything that is due until then.
 */
public interface VirtualTime {

    /**
     * Says that it is this time now.
     *
     * @param now the time; an earlier one than before changes nothing
     */
    void time(Instant now);
}
