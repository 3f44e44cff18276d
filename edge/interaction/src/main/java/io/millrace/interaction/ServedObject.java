package io.millrace.interaction;

/**
 * An object that a client holds.
 *
 * @param object the object
 * @param model its interface
 * @param listener what it calls; null for one that calls nothing
 */
record ServedObject(Object object, InterfaceModel model, ServerListener listener) {

    boolean isSubscription() {
        return model.isSubscription();
    }
}
