package io.millrace.spring.boot;

import org.springframework.util.ClassUtils;

/** What an application adds where it uses more than channels and a topology. Stateless. */
final class Parts {

    private Parts() {}

    /**
     * Checks that an application has what its properties need.
     *
     * @throws IllegalStateException where the class is missing
     */
    static void require(ClassLoader loader, String properties, String artifact, String type) {
        if (!ClassUtils.isPresent(type, loader)) {
            throw new IllegalStateException(
                    "an artifact is missing on the class path properties=" + properties + " artifact=" + artifact);
        }
    }
}
