package io.millrace.service;

/** The kind of a component, by the interface that its class implements. */
public enum ComponentKind {
    /** Plain Java between channels. */
    COMPONENT,
    /** An {@link ExternalSource}. */
    SOURCE,
    /** A {@link Gateway}. */
    GATEWAY;

    /** Returns the kind of a component by its class. */
    public static ComponentKind of(Class<?> type) {
        if (ExternalSource.class.isAssignableFrom(type)) {
            return SOURCE;
        }
        return Gateway.class.isAssignableFrom(type) ? GATEWAY : COMPONENT;
    }
}
