package io.millrace.memory;

import java.lang.management.ManagementFactory;

/** The memory available to this process and the pages of the files that it uses. */
public final class MemoryLimit {

    private MemoryLimit() {}

    /**
     * Returns the memory of the machine in bytes, or the limit of the container, where there is one that is lower. The
     * first call loads the management classes of the JDK, which takes tens of milliseconds.
     */
    public static long bytes() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize();
    }
}
