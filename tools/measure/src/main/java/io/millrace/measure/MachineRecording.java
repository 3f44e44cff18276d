package io.millrace.measure;

/** Whether pauses of the machine, not of the measured code, are recorded beside a run. */
public enum MachineRecording {
    /**
     * Pauses of the garbage collector, from JFR, under the tag {@code gc}; and how late the operating system wakes a
     * thread that sleeps a millisecond at a time on each of the cores in use, under {@code hiccup}.
     */
    ON,
    /** Nothing, as under a virtual clock, which has no machine. */
    OFF
}
