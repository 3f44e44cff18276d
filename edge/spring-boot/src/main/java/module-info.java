/** A starter for Spring Boot: channels, writers and a topology as beans, with health and meters. */
module io.millrace.spring.boot {
    requires transitive io.millrace.topology;
    requires transitive spring.boot;
    requires transitive spring.boot.autoconfigure;
    requires transitive spring.context;
    requires spring.beans;
    requires spring.core;
    requires static micrometer.core;
    requires static spring.boot.actuator;
    requires static spring.boot.health;

    exports io.millrace.spring.boot;

    opens io.millrace.spring.boot;
}
