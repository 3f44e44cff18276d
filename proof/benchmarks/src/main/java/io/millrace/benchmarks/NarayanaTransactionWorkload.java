package io.millrace.benchmarks;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.arjuna.objectstore.ShadowNoFileLockStore;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqJournalEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqObjectStoreAdaptor;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import io.millrace.harness.BenchmarkException;
import io.millrace.harness.Effort;
import io.millrace.harness.Row;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.List;

/**
 * The transactions suite on Narayana with the configuration of its users: the corresponding store of Narayana, and
 * defaults for everything else. Its settings are those of a whole process, so each store has its own fork.
 */
abstract class NarayanaTransactionWorkload extends TransactionWorkload {

    private final String store;

    NarayanaTransactionWorkload(String store) {
        this.store = store;
    }

    /** Returns a flag of the JVM that sets a store for the whole process; two stores need two JVMs. */
    static String flag(String store) {
        return "-DObjectStoreEnvironmentBean.objectStoreType=" + type(store);
    }

    private static String type(String store) {
        return switch (store) {
            case TransactionSuite.VOLATILE -> VolatileStore.class.getName();
            case TransactionSuite.FILE -> ShadowNoFileLockStore.class.getName();
            case TransactionSuite.JOURNAL -> HornetqObjectStoreAdaptor.class.getName();
            default -> throw new BenchmarkException("there is no such store store=" + store);
        };
    }

    @Override
    final List<Row> rows(Effort effort) {
        return TransactionSuite.rows(store, effort);
    }

    @Override
    final Opened open(String kind, Path directory) throws CoreEnvironmentBeanException {
        arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("bench");
        String type = type(kind);
        for (String name : new String[] {null, "communicationStore", "stateStore"}) {
            ObjectStoreEnvironmentBean bean = BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, name);
            bean.setObjectStoreDir(directory.toString());
            bean.setObjectStoreType(type);
        }
        HornetqJournalEnvironmentBean journal = BeanPopulator.getDefaultInstance(HornetqJournalEnvironmentBean.class);
        journal.setStoreDir(directory.resolve("journal").toString());
        journal.setAsyncIO(false);
        TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
        return new Opened() {
            @Override
            public TransactionManager manager() {
                return manager;
            }

            @Override
            public void close() {
                // resources that it keeps open end with the fork
            }
        };
    }

    /** Measures its volatile store. */
    public static final class OfMemory extends NarayanaTransactionWorkload {
        /** Creates the workload; a fork calls this. */
        public OfMemory() {
            super(TransactionSuite.VOLATILE);
        }
    }

    /** Measures its store of a file per transaction. */
    public static final class OfFiles extends NarayanaTransactionWorkload {
        /** Creates the workload; a fork calls this. */
        public OfFiles() {
            super(TransactionSuite.FILE);
        }
    }

    /** Measures its store in the journal of Artemis. */
    public static final class OfJournal extends NarayanaTransactionWorkload {
        /** Creates the workload; a fork calls this. */
        public OfJournal() {
            super(TransactionSuite.JOURNAL);
        }
    }
}
