package io.millrace.codegen;

import javax.lang.model.element.Element;

/** A member cannot be accessed by code of its package, or cannot be precompiled. */
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
