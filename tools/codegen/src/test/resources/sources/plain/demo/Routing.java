package demo;

/** What calls are made of. */
interface Routing {
    /** A generic interface, whose parameter this one has fixed. */
    interface Handler<T> {
        /** A message of any class. */
        void handle(T message);
    }

    /** What follows a destination. */
    interface Routed<T> {
        /** Two methods, */
        void last(T quote);

        /** one of them with more in front. */
        Handler<T> at(long price);
    }
}
