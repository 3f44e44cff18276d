package io.millrace.service;

/** What a component is to the runner, by the interface that its class implements. */
enum ComponentKind {
    /** Plain Java between channels. */
    COMPONENT,
    /** An {@link ExternalSource}. */
    SOURCE,
    /** A {@link Gateway}. */
    GATEWAY;

    static ComponentKind of(Class<?> type) {
        if (ExternalSource.class.isAssignableFrom(type)) {
            return SOURCE;
        }
        return Gateway.class.isAssignableFrom(type) ? GATEWAY : COMPONENT;
    }
}
