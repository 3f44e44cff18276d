package io.millrace.jdbc;

import io.millrace.service.GatewayUnavailableException;

/** Makes a batch with a request that spoils it, makes a part of it again singly, and is killed. */
final class CommitSingly {
    static final int REQUESTS = 20;

    static final int SPOILT = 10;

    private CommitSingly() {}

    public static void main(String[] arguments) throws InterruptedException {
        TestDatabase database = new Remote(arguments[0], arguments[1], arguments[2]);
        Conversation gateway = new Conversation(database, "gateway", Long.class).open();
        try {
            batch(gateway, arguments[3], REQUESTS);
        } catch (GatewayUnavailableException e) {
            gateway.rollback().open();
            batch(gateway, arguments[3], SPOILT - 1);
            System.out.println("made singly");
        }
        Thread.sleep(Long.MAX_VALUE);
    }

    /** Makes so many requests, of which one spoils the batch. */
    static void batch(Conversation gateway, String spoils, int requests) {
        for (int number = 1; number <= requests; number++) {
            if (number != SPOILT) {
                FaultContract.done(gateway, number);
            } else {
                gateway.update(GatewayContract.at(number), spoils);
            }
        }
    }
}
