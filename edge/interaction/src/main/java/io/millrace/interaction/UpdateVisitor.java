package io.millrace.interaction;

/**
 * A visitor that changes what it visits. A service that can restart makes it an input call before it is carried out.
 *
 * @param <S> the state that it visits
 * @param <R> the type of its result
 */
@FunctionalInterface
public interface UpdateVisitor<S, R> extends Visitor<S, R> {}
