package io.millrace.simulation;

/** Is asked before and after each change on a disk, and throws where the host ends there. */
interface Interruption {

    /**
     * Returns, or ends the host.
     *
     * @throws CrashError if the host ends here
     */
    void mayCrash();
}
