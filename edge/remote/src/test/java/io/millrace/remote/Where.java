package io.millrace.remote;

import io.millrace.interaction.Routing;

/** A service that is chosen by its path, and asks for the routing. */
interface Where {

    String whereTo();

    String routed(int number, Routing routing);
}
