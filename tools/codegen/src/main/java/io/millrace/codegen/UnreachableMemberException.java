package io.millrace.codegen;

import javax.lang.model.element.Element;

/** A part of a message that code of its package cannot reach. */
final class UnreachableMemberException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Element element;

    UnreachableMemberException(String message, Element element) {
        super(message);
        this.element = element;
    }

    Element element() {
        return element;
    }
}
