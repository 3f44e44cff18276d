package io.millrace.examples.transfer;

import io.millrace.transactions.NamedResource;
import io.millrace.transactions.RecoverableResource;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnector;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/** A broker inside the process, which keeps its messages on disk, and one queue of notices. For one thread. */
public final class Broker implements Notices, AutoCloseable {

    /** Its name for recovery. */
    public static final String NAME = "broker";

    private static final String QUEUE = "notices";
    private static final int FILE_BYTES = 1 << 20;

    private final EmbeddedActiveMQ server;
    private final ActiveMQXAConnectionFactory factory;
    private final XAConnection connection;
    private final XASession session;
    private final MessageProducer producer;

    private Broker(EmbeddedActiveMQ server, ActiveMQXAConnectionFactory factory) throws JMSException {
        this.server = server;
        this.factory = factory;
        this.connection = factory.createXAConnection();
        this.session = connection.createXASession();
        this.producer = session.createProducer(session.createQueue(QUEUE));
    }

    /** Starts the broker with its files in {@code directory}, which it creates. */
    public static Broker open(Path directory) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setSecurityEnabled(false)
                .setPersistenceEnabled(true)
                .setJMXManagementEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalFileSize(FILE_BYTES)
                .setJournalDirectory(directory.resolve("journal").toString())
                .setBindingsDirectory(directory.resolve("bindings").toString())
                .setPagingDirectory(directory.resolve("paging").toString())
                .setLargeMessagesDirectory(directory.resolve("large").toString())
                .setMaxDiskUsage(-1)
                .addAcceptorConfiguration("inside", "vm://0");
        EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
        server.start();
        return new Broker(server, new ActiveMQXAConnectionFactory("vm://0"));
    }

    /** Returns the resource to enlist before {@link #tell} is called. */
    public XAResource resource() {
        return NamedResource.of(NAME, session.getXAResource());
    }

    @Override
    public void tell(Transfer transfer) {
        try {
            producer.send(session.createTextMessage(Long.toString(transfer.number())));
        } catch (JMSException e) {
            throw new IllegalStateException("broker refuses transfer=" + transfer + " reason=" + e.getMessage(), e);
        }
    }

    /** Returns the numbers of the transfers that it was told of, in order. */
    public List<Long> told() throws JMSException {
        List<Long> told = new ArrayList<>();
        try (JMSContext reading = factory.createContext();
                QueueBrowser browser = reading.createBrowser(reading.createQueue(QUEUE))) {
            for (Object message : Collections.list((Enumeration<?>) browser.getEnumeration())) {
                told.add(Long.valueOf(((TextMessage) message).getText()));
            }
        }
        return told;
    }

    /** Returns the broker for recovery, with its own connections. */
    public RecoverableResource recoverable() {
        return new RecoverableResource() {
            @Override
            public String name() {
                return NAME;
            }

            @Override
            public Session open() throws JMSException {
                XAConnection asking = factory.createXAConnection();
                XASession asked = asking.createXASession();
                return new Session() {
                    @Override
                    public XAResource resource() {
                        return asked.getXAResource();
                    }

                    @Override
                    public void close() {
                        try {
                            asking.close();
                        } catch (JMSException e) {
                            throw new IllegalStateException("cannot close connection to the broker", e);
                        }
                    }
                };
            }
        };
    }

    @Override
    public void close() {
        try {
            connection.close();
            factory.close();
            server.stop();
            // Both have threads that would keep the process for a minute.
            InVMConnector.resetThreadPool();
            ActiveMQClient.clearThreadPools();
        } catch (Exception e) {
            throw new IllegalStateException("cannot stop broker reason=" + e.getMessage(), e);
        }
    }
}
