package io.millrace.jdbc;

import io.millrace.journal.Index;
import io.millrace.journal.JournalId;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A gateway and what the runtime does with it: it says where each request stands, keeps the answers of a batch back
 * until the commit, and forgets them with a rollback.
 */
final class Conversation implements GatewayContext, JdbcResults, AutoCloseable {
    static final JournalId JOURNAL = JournalId.parse("0123456789abcdef0123456789abcdef");

    private final TestDatabase database;
    private final String name;
    private final JdbcGateway gateway;
    private final List<String> refused = new ArrayList<>();
    private final List<String> pending = new ArrayList<>();
    private final List<String> published = new ArrayList<>();
    private final List<Object> rows = new ArrayList<>();
    private long lastIndex = Index.of(0, 1 << 20);
    private long resumeAfter = Index.NONE;
    private List<String> formerNames = List.of();
    private long index;
    private long checksum;

    Conversation(TestDatabase database, String name, Class<?>... resultTypes) {
        this(database, name, database.password(), resultTypes);
    }

    Conversation(TestDatabase database, String name, String password, Class<?>... resultTypes) {
        this(database, name, password, Optional.empty(), resultTypes);
    }

    Conversation(
            TestDatabase database,
            String name,
            String password,
            Optional<SecondFractions> fractions,
            Class<?>... resultTypes) {
        this.database = database;
        this.name = name;
        gateway = new JdbcGateway(
                this,
                database.url(),
                Optional.of(database.user()),
                Optional.of(password),
                List.of("create table if not exists payment (id bigint not null primary key, amount numeric(12, 2))"),
                List.of(resultTypes),
                fractions,
                List.of());
    }

    Conversation lastIndex(long itsLastIndex) {
        lastIndex = itsLastIndex;
        return this;
    }

    Conversation resumeAfter(long itsResumeAfter) {
        resumeAfter = itsResumeAfter;
        return this;
    }

    Conversation formerly(String... names) {
        formerNames = List.of(names);
        return this;
    }

    Conversation open() {
        gateway.open(this);
        return this;
    }

    /** What the gateway has stated as refused. */
    List<String> refused() {
        return refused;
    }

    @Override
    public void refused(String reason) {
        refused.add(reason);
    }

    @Override
    public JournalId outputId() {
        return JOURNAL;
    }

    Conversation update(long itsIndex, String sql, Object... arguments) {
        index = itsIndex;
        checksum = Arrays.deepHashCode(new Object[] {sql, arguments});
        int before = pending.size();
        gateway.executeUpdate(sql, arguments);
        assert pending.size() == before + 1 : pending;
        return this;
    }

    Conversation pay(long itsIndex, long id) {
        return update(itsIndex, "insert into payment (id, amount) values (?, ?)", id, 1.5);
    }

    Conversation query(long itsIndex, String sql, String resultType, Object... arguments) {
        index = itsIndex;
        checksum = Arrays.deepHashCode(new Object[] {sql, resultType, arguments});
        int before = pending.size();
        gateway.executeQuery(sql, resultType, arguments);
        assert pending.size() == before + 1 : pending;
        return this;
    }

    Conversation commit() {
        gateway.commit();
        published.addAll(pending);
        pending.clear();
        return this;
    }

    Conversation rollback() {
        gateway.rollback();
        pending.clear();
        return this;
    }

    List<String> pending() {
        return pending;
    }

    List<String> published() {
        return published;
    }

    /** The rows of every query so far, committed or not. */
    List<Object> rows() {
        return rows;
    }

    TestDatabase database() {
        return database;
    }

    long count(String table) {
        return gateway.count(table);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> formerNames() {
        return formerNames;
    }

    @Override
    public List<GatewayInput> inputs() {
        return List.of(new GatewayInput("requests", JOURNAL, lastIndex, resumeAfter));
    }

    @Override
    public JournalId journalId() {
        return JOURNAL;
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public long checksum() {
        return checksum;
    }

    @Override
    public boolean holds(GatewayInput input, long itsIndex, long itsChecksum) {
        return true;
    }

    @Override
    public void updateResult(long count) {
        pending.add("updated " + count);
    }

    @Override
    public void updateThrown(JdbcFault fault) {
        pending.add("thrown " + fault.state() + " " + fault.message());
    }

    @Override
    public void queryResult(Object... found) {
        pending.add("found " + Arrays.toString(found));
        rows.addAll(Arrays.asList(found));
    }

    @Override
    public void queryThrown(JdbcFault fault) {
        pending.add("thrown " + fault.state() + " " + fault.message());
    }

    @Override
    public void close() {
        gateway.close();
    }
}
