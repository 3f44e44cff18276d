package io.millrace.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;

/**
 * Finds the driver for a URL among those that announce themselves, first on the class path of the running topology,
 * then on the gateway's own. The register of {@link java.sql.DriverManager} is not used: it hides drivers of other
 * class loaders.
 */
final class Drivers {
    private Drivers() {}

    /** Connects; a URL that no driver knows is an error that names the drivers there are. */
    static Connection connect(String url, Properties properties) throws SQLException {
        List<String> seen = new ArrayList<>();
        for (Driver driver : drivers()) {
            seen.add(driver.getClass().getName());
            Connection connection = driver.connect(url, properties);
            if (connection != null) {
                return connection;
            }
        }
        throw new JdbcException("no JDBC driver accepts this URL url=" + withoutSecrets(url) + " drivers=" + seen);
    }

    /** Returns the URL up to its parameters, which may hold a password. */
    static String withoutSecrets(String url) {
        int end = url.length();
        for (char mark : new char[] {'?', ';'}) {
            int at = url.indexOf(mark);
            if (at >= 0) {
                end = Math.min(end, at);
            }
        }
        return url.substring(0, end);
    }

    private static List<Driver> drivers() {
        List<Driver> drivers = new ArrayList<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader own = Drivers.class.getClassLoader();
        if (context != null && !context.equals(own)) {
            ServiceLoader.load(Driver.class, context).forEach(drivers::add);
        }
        ServiceLoader.load(Driver.class, own).forEach(drivers::add);
        return drivers;
    }
}
