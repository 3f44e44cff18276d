package io.millrace.load.jdbc;

import io.millrace.load.Operation;
import io.millrace.load.OperationSpec;
import io.millrace.load.Template;
import io.millrace.load.ValueKind;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** A kind of operation: its statement, and how values are bound to its parameters. */
record JdbcOperation(OperationSpec spec, String statement, List<Integer> places) {
    JdbcOperation(OperationSpec spec, Template template) {
        this(spec, template.marked("?"), template.places());
    }

    /** Prepares the statement, and checks that it has as many parameters as there are values. */
    PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement prepared;
        int wanted;
        try {
            prepared = connection.prepareStatement(statement);
            ParameterMetaData metaData = prepared.getParameterMetaData();
            wanted = metaData.getParameterCount();
        } catch (SQLException e) {
            throw new SQLException(
                    spec.problem("cannot be prepared; " + e.getMessage()).getMessage(), e.getSQLState(), e);
        }
        if (wanted != places.size()) {
            prepared.close();
            throw spec.problem("has a different number of parameters" + " than values parameters=" + wanted + " values="
                    + places.size());
        }
        return prepared;
    }

    void bind(PreparedStatement prepared, Operation operation) throws SQLException {
        for (int i = 0; i < places.size(); i++) {
            int parameter = places.get(i);
            ValueKind kind = spec.parameters().get(parameter).kind();
            switch (kind) {
                case INTEGER -> prepared.setLong(i + 1, operation.longAt(parameter));
                case DECIMAL -> prepared.setDouble(i + 1, operation.doubleAt(parameter));
                case TEXT -> prepared.setString(i + 1, operation.textAt(parameter));
            }
        }
    }
}
