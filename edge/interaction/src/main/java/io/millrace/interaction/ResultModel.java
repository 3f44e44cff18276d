package io.millrace.interaction;

import io.millrace.wire.ValuesCodec;

/**
 * What a method returns: values, of which there are none where it is void, or an object whose calls travel.
 *
 * @param values the codec of the values; null for a proxy
 * @param proxy the interface of the object; null for values
 */
record ResultModel(ValuesCodec values, InterfaceModel proxy) {

    boolean isProxy() {
        return proxy != null;
    }
}
