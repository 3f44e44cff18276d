package io.millrace.examples.market;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The content of a data directory after a run.
 *
 * @param directory the data directory
 */
record MarketData(Path directory) {
    static final List<String> CHANNELS = List.of(
            "trades",
            "rejected",
            "bars",
            "signals",
            "orders",
            "bar-requests",
            "bar-results",
            "order-requests",
            "order-results");

    /** Every message of every channel as text, without index and time, by the channel. */
    Map<String, List<String>> messages() {
        Map<String, List<String>> messages = new LinkedHashMap<>();
        for (String channel : CHANNELS) {
            messages.put(channel, messages(channel));
        }
        return messages;
    }

    /** The messages of a channel, each after the number of the row that led to it. */
    List<String> messages(String channel) {
        List<String> messages = new ArrayList<>();
        try (ChannelText text = ChannelText.open(directory.resolve(channel))) {
            while (text.next() == Poll.MESSAGE) {
                messages.add(
                        text.history().source(0).name() + "@" + text.history().index(0) + " " + text.yaml());
            }
        }
        return messages;
    }

    /** The messages of a channel. */
    List<String> yaml(String channel) {
        List<String> messages = new ArrayList<>();
        try (ChannelText text = ChannelText.open(directory.resolve(channel))) {
            while (text.next() == Poll.MESSAGE) {
                messages.add(text.yaml());
            }
        }
        return messages;
    }

    /** How many messages a channel has by now; 0 where it is not there yet. */
    int count(String channel) {
        return Files.exists(directory.resolve(channel).resolve("journal.table"))
                ? messages(channel).size()
                : 0;
    }

    /** Makes the calls of a channel. */
    <T> void replay(String channel, Class<T> type, T handler) {
        try (Channel opened = Channel.readOnly(directory.resolve(channel));
                ChannelReader reader = opened.reader(handler, ReaderOptions.defaults(), type)) {
            Poll poll = reader.poll();
            while (poll == Poll.MESSAGE) {
                poll = reader.poll();
            }
        }
    }

    List<Bar> barRows() throws SQLException {
        return rows(
                "select * from bars order by start_time",
                row -> new Bar(
                        row.get("START_TIME", OffsetDateTime.class).toInstant(),
                        row.get("OPEN", Double.class),
                        row.get("HIGH", Double.class),
                        row.get("LOW", Double.class),
                        row.get("CLOSE", Double.class),
                        row.get("VOLUME", Double.class),
                        row.get("TRADES", Long.class)));
    }

    List<Order> orderRows() throws SQLException {
        return rows(
                "select * from orders order by bar_start",
                row -> new Order(
                        row.get("BAR_START", OffsetDateTime.class).toInstant(),
                        Side.valueOf(row.get("SIDE", String.class)),
                        row.get("QUANTITY", Double.class),
                        row.get("PRICE", Double.class)));
    }

    /** The value of a query of one. */
    <T> T value(String sql, Class<T> type) throws SQLException {
        return rows(sql, row -> row.get("1", type)).getFirst();
    }

    private <T> List<T> rows(String sql, Function<Row, T> mapping) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:" + directory.resolve("database"), "sa", "");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(mapping.apply(new Row(result)));
            }
            return rows;
        }
    }

    /** The row at which a result stands. */
    private record Row(ResultSet result) {
        <T> T get(String column, Class<T> type) {
            try {
                return column.equals("1") ? result.getObject(1, type) : result.getObject(column, type);
            } catch (SQLException e) {
                throw new IllegalStateException("column=" + column, e);
            }
        }
    }
}
