/** A starter for Spring Boot: channels, a topology, clients and transactions as beans, with health and meters. */
module io.millrace.spring.boot {
    requires transitive io.millrace.topology;
    requires transitive spring.boot;
    requires transitive spring.boot.autoconfigure;
    requires transitive spring.context;
    requires spring.beans;
    requires spring.core;
    requires static io.agroal.api;
    requires static io.millrace.client;
    requires static io.millrace.transactions;
    requires static micrometer.core;
    requires static spring.boot.actuator;
    requires static spring.boot.health;
    requires static spring.tx;

    exports io.millrace.spring.boot;

    opens io.millrace.spring.boot;
}
