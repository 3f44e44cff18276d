package io.millrace.interaction;

import java.util.function.Function;

/**
 * A service that clients may call.
 *
 * @param model its interface
 * @param byRouting the object for a request
 */
record ServedInterface(InterfaceModel model, Function<Routing, Object> byRouting) {}
