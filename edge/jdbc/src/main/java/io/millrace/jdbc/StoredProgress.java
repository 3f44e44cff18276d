package io.millrace.jdbc;

import io.millrace.journal.Index;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayInput;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The progress of a gateway by its database, compared with its journals. Database and journals are stored apart, so
 * either may have been restored, copied or deleted without the other. Used by one thread.
 */
final class StoredProgress {
    private final GatewayContext context;
    private final OutcomeTable outcomes;
    private final Set<String> otherJournals;
    private final Map<String, Long> greatest = new HashMap<>();

    StoredProgress(GatewayContext context, OutcomeTable outcomes, Set<String> otherJournals) {
        this.context = context;
        this.outcomes = outcomes;
        this.otherJournals = otherJournals;
    }

    /** Reads of each input the greatest index whose outcome is stored. */
    void read() throws SQLException {
        greatest.clear();
        for (GatewayInput input : context.inputs()) {
            String journalId = input.journalId().toString();
            OptionalLong index = outcomes.greatest(journalId);
            if (index.isPresent()) {
                greatest.put(journalId, index.getAsLong());
            }
        }
    }

    /** Returns whether a request was carried out before. */
    boolean isAnswered(String journalId, long index) {
        return index <= greatest.getOrDefault(journalId, Index.NONE);
    }

    /** Throws {@link JdbcException} where database and journals are not of the same run. */
    void check() throws SQLException {
        List<GatewayInput> inputs = context.inputs();
        checkJournals(inputs);
        for (GatewayInput input : inputs) {
            check(input);
        }
    }

    /**
     * Refuses an input that is new here, beside journals that are known and are no inputs: the data may have been
     * deleted.
     */
    private void checkJournals(List<GatewayInput> inputs) throws SQLException {
        Set<String> unknown = new LinkedHashSet<>(outcomes.journals());
        Set<String> added = new LinkedHashSet<>();
        for (GatewayInput input : inputs) {
            if (!unknown.remove(input.journalId().toString())) {
                added.add(input.channel());
            }
        }
        unknown.removeAll(otherJournals);
        if (!added.isEmpty() && !unknown.isEmpty()) {
            throw new JdbcException(
                    "the database has outcomes of this gateway for journals that it does not read, and none for"
                            + " channels that it reads; if those journals were deleted, their requests would be"
                            + " executed again: restore them, or, where their requests are not those of these channels,"
                            + " name them in the gateway's argument otherJournals gateway=" + context.identity()
                            + " channels=" + added + " otherJournals=" + unknown);
        }
    }

    private void check(GatewayInput input) throws SQLException {
        String journalId = input.journalId().toString();
        long stored = greatest.getOrDefault(journalId, Index.NONE);
        if (stored > input.lastIndex()) {
            throw new JdbcException(
                    "the database has the outcome of a request beyond the end of its journal; the journal is an"
                            + " older copy or another one: restore a newer copy of it, or an older one of the"
                            + " database " + where(input) + " storedIndex=" + Index.toText(stored) + " lastIndex="
                            + Index.toText(input.lastIndex()));
        }
        if (stored < input.resumeAfter()) {
            throw new JdbcException(
                    "the database lacks the outcome of an answered request; it is an older copy or another one,"
                            + " or the gateway had another name " + where(input)
                            + " answeredIndex=" + Index.toText(input.resumeAfter()) + " storedIndex="
                            + Index.toText(stored) + " gatewaysOfJournal=" + outcomes.gateways(journalId));
        }
        if (stored == Index.NONE) {
            return;
        }
        OptionalLong checksum =
                outcomes.find(journalId, stored).map(StoredOutcome::checksum).orElse(OptionalLong.empty());
        if (checksum.isPresent() && !context.holds(input, stored, checksum.getAsLong())) {
            throw new JdbcException(
                    "the database has the outcome of a request that is not in its journal; the journal is an older"
                            + " copy or another one: restore a newer copy of it, or an older one of the database "
                            + where(input) + " storedIndex=" + Index.toText(stored));
        }
    }

    private String where(GatewayInput input) {
        return "gateway=" + context.identity() + " channel=" + input.channel() + " journal=" + input.journalId();
    }

    /** Returns the outcome of the request being made, which was carried out before. */
    byte[] outcome(String journalId, long index) throws SQLException {
        Optional<StoredOutcome> stored = outcomes.find(journalId, index);
        String where = "gateway=" + context.identity() + " journal=" + journalId + " index=" + Index.toText(index);
        if (stored.isEmpty()) {
            throw new JdbcException("the outcome of an executed request is not stored any more " + where);
        }
        OptionalLong checksum = stored.get().checksum();
        if (checksum.isPresent() && checksum.getAsLong() != context.checksum()) {
            throw new JdbcException(
                    "the stored outcome is that of another request; journal and database are not of the same run:"
                            + " restore a newer copy of the journal or an older one of the database " + where
                            + " storedChecksum=" + Long.toHexString(checksum.getAsLong()) + " checksum="
                            + Long.toHexString(context.checksum()));
        }
        return stored.get().bytes();
    }
}
