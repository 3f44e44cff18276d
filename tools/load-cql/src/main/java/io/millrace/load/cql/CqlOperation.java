package io.millrace.load.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import io.millrace.load.Operation;
import io.millrace.load.OperationSpec;
import io.millrace.load.Template;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** A kind of operation: its prepared statement, and how values are bound to its parameters. */
record CqlOperation(PreparedStatement prepared, List<Binding> bindings, ConsistencyLevel consistency) {
    private static final Template VERSION = Template.parse("select release_version from system.local", List.of());

    /** How a value becomes one of the type of its column. */
    private static final Map<DataType, Setter> SETTERS = Map.ofEntries(
            Map.entry(DataTypes.BIGINT, (to, at, from, value) -> to.setLong(at, from.longAt(value))),
            Map.entry(DataTypes.COUNTER, (to, at, from, value) -> to.setLong(at, from.longAt(value))),
            Map.entry(DataTypes.INT, (to, at, from, value) -> to.setInt(at, Math.toIntExact(from.longAt(value)))),
            Map.entry(DataTypes.SMALLINT, (to, at, from, value) -> to.setShort(at, (short) from.longAt(value))),
            Map.entry(DataTypes.TINYINT, (to, at, from, value) -> to.setByte(at, (byte) from.longAt(value))),
            Map.entry(
                    DataTypes.TIMESTAMP,
                    (to, at, from, value) -> to.setInstant(at, Instant.ofEpochMilli(from.longAt(value)))),
            Map.entry(DataTypes.DOUBLE, (to, at, from, value) -> to.setDouble(at, from.doubleAt(value))),
            Map.entry(DataTypes.FLOAT, (to, at, from, value) -> to.setFloat(at, (float) from.doubleAt(value))),
            Map.entry(
                    DataTypes.DECIMAL,
                    (to, at, from, value) -> to.setBigDecimal(at, new BigDecimal(from.textAt(value)))),
            Map.entry(
                    DataTypes.BOOLEAN,
                    (to, at, from, value) -> to.setBoolean(at, Boolean.parseBoolean(from.textAt(value)))),
            Map.entry(DataTypes.UUID, (to, at, from, value) -> to.setUuid(at, UUID.fromString(from.textAt(value)))),
            Map.entry(
                    DataTypes.BLOB,
                    (to, at, from, value) -> to.setByteBuffer(
                            at, ByteBuffer.wrap(from.textAt(value).getBytes(StandardCharsets.UTF_8)))),
            Map.entry(DataTypes.ASCII, (to, at, from, value) -> to.setString(at, from.textAt(value))),
            Map.entry(DataTypes.TEXT, (to, at, from, value) -> to.setString(at, from.textAt(value))));

    /** Binds the value of a parameter. */
    @FunctionalInterface
    private interface Setter {
        BoundStatementBuilder set(BoundStatementBuilder to, int at, Operation from, int value);
    }

    /** The value for the parameter of the same index, and its setter. */
    record Binding(int parameter, Setter setter) {}

    static CqlOperation prepare(OperationSpec spec, CqlSession session) {
        spec.allow("statement", "consistency");
        Template statement = spec.field("statement").orElse(VERSION);
        PreparedStatement prepared;
        try {
            prepared = session.prepare(statement.marked("?"));
        } catch (QueryValidationException e) {
            throw spec.problem("cannot be prepared; " + e.getMessage());
        }
        ColumnDefinitions places = prepared.getVariableDefinitions();
        List<Integer> values = statement.places();
        if (places.size() != values.size()) {
            throw spec.problem("has a different number of parameters" + " than values parameters=" + places.size()
                    + " values=" + values.size());
        }
        List<Binding> bindings = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            DataType type = places.get(i).getType();
            Setter setter = SETTERS.get(type);
            if (setter == null) {
                throw spec.problem("has a parameter of an unsupported type column="
                        + places.get(i).getName() + " type=" + type.asCql(true, true));
            }
            bindings.add(new Binding(values.get(i), setter));
        }
        return new CqlOperation(prepared, List.copyOf(bindings), consistency(spec));
    }

    private static ConsistencyLevel consistency(OperationSpec spec) {
        Template template = spec.field("consistency").orElse(Template.parse("LOCAL_ONE", List.of()));
        try {
            return DefaultConsistencyLevel.valueOf(template.toString().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw spec.problem("has an unknown consistency consistency=" + template + " known="
                    + Arrays.toString(DefaultConsistencyLevel.values()));
        }
    }

    BoundStatement bind(Operation operation) {
        BoundStatementBuilder builder = prepared.boundStatementBuilder().setConsistencyLevel(consistency);
        for (int i = 0; i < bindings.size(); i++) {
            builder = bindings.get(i)
                    .setter()
                    .set(builder, i, operation, bindings.get(i).parameter());
        }
        return builder.build();
    }
}
