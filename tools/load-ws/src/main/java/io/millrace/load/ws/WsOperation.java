package io.millrace.load.ws;

import io.millrace.load.OperationSpec;
import io.millrace.load.Template;

/**
 * A kind of call.
 *
 * @param channel the channel to which it is appended
 * @param method the method
 * @param arguments its arguments as a JSON object, by the names of the parameters
 */
record WsOperation(String channel, String method, Template arguments) {

    static WsOperation of(OperationSpec spec) {
        spec.allow("channel", "method", "arguments");
        return new WsOperation(constant(spec, "channel"), constant(spec, "method"), spec.required("arguments"));
    }

    private static String constant(OperationSpec spec, String field) {
        Template template = spec.required(field);
        if (!template.isConstant()) {
            throw spec.problem("has a field that cannot change field=" + field + " value=" + template);
        }
        return template.text(null);
    }
}
