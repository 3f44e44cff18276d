package io.millrace.transactions;

import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;

/** A resource that recovery can reach by itself, with connections of its own. Any thread may call any method. */
public interface RecoverableResource {

    /** Returns its name, the one under which {@link NamedResource} enlists it. */
    String name();

    /**
     * Connects.
     *
     * @throws Exception if the resource cannot be reached now; others are recovered nevertheless
     */
    Session open() throws Exception;

    /** A connection for recovery. */
    interface Session extends AutoCloseable {

        /** Returns what lists and ends prepared branches. */
        XAResource resource();

        @Override
        void close();
    }

    /** Returns a resource that connects through a data source. */
    static RecoverableResource of(String name, XADataSource source) {
        return new RecoverableResource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Session open() throws SQLException {
                XAConnection connection = source.getXAConnection();
                XAResource resource = connection.getXAResource();
                return new Session() {
                    @Override
                    public XAResource resource() {
                        return resource;
                    }

                    @Override
                    public void close() {
                        try {
                            connection.close();
                        } catch (SQLException e) {
                            throw new TransactionLogException("cannot close recovery connection resource=" + name, e);
                        }
                    }
                };
            }
        };
    }
}
