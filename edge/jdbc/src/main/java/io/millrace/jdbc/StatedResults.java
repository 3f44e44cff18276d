package io.millrace.jdbc;

import io.millrace.service.GatewayContext;

/**
 * Passes answers on, and states those that are refusals to the runtime, which counts and reports them.
 *
 * @param results takes the answers
 * @param context is told of refusals
 */
record StatedResults(JdbcResults results, GatewayContext context) implements JdbcResults {
    @Override
    public void updateResult(long count) {
        results.updateResult(count);
    }

    @Override
    public void updateThrown(JdbcFault fault) {
        context.refused(text(fault));
        results.updateThrown(fault);
    }

    @Override
    public void queryResult(Object... rows) {
        results.queryResult(rows);
    }

    @Override
    public void queryThrown(JdbcFault fault) {
        context.refused(text(fault));
        results.queryThrown(fault);
    }

    private static String text(JdbcFault fault) {
        return "state=" + fault.state() + " code=" + fault.code() + " message=" + fault.message() + " sql="
                + fault.sql();
    }
}
