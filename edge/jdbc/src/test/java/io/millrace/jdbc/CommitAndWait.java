package io.millrace.jdbc;

/** Makes requests, commits them, and is killed before it could publish an outcome. */
final class CommitAndWait {
    private CommitAndWait() {}

    public static void main(String[] arguments) throws InterruptedException {
        TestDatabase database = new Remote(arguments[0], arguments[1], arguments[2]);
        Conversation gateway = new Conversation(database, "gateway").open();
        long requests = Long.parseLong(arguments[3]);
        for (long number = 1; number <= requests; number++) {
            gateway.pay(GatewayContract.at(number), number);
        }
        gateway.commit();
        System.out.println("committed");
        gateway.pay(GatewayContract.at(requests + 1), requests + 1);
        System.out.println("more");
        Thread.sleep(Long.MAX_VALUE);
    }
}
