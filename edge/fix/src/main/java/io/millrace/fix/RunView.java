package io.millrace.fix;

import io.millrace.topology.ColumnType;
import io.millrace.topology.StatusColumn;
import io.millrace.topology.StatusSource;
import io.millrace.topology.StatusTable;
import io.millrace.topology.StatusView;
import io.millrace.topology.TopologyException;
import java.time.Instant;
import java.util.List;

/** The view {@code fix} of a run: its sessions as they are now, and the messages of its journal. Any thread. */
final class RunView implements StatusView {

    private final FixRun run;

    RunView(FixRun run) {
        this.run = run;
    }

    @Override
    public String name() {
        return FixView.NAME;
    }

    @Override
    public String title() {
        return "FIX";
    }

    @Override
    public List<StatusTable> tables(StatusSource source) {
        FixJournal journal = run.journal();
        if (journal == null) {
            throw new TopologyException("the engine of FIX has not started yet");
        }
        return FixView.answer(journal.channel(), source.query(), run::dictionary, () -> sessions(journal));
    }

    private List<StatusTable> sessions(FixJournal journal) {
        SessionTable table = new SessionTable();
        Instant now = Instant.now();
        run.sessions().forEach(session -> {
            FixSessionId id = session.settings().id();
            table.add(run.nameOf(id), session, now).put(SessionTable.Column.DYNAMIC, run.isNamed(id) ? "no" : "yes");
        });
        StatusTable engine = StatusTable.of(
                        "Engine",
                        new StatusColumn("directory", ColumnType.TEXT),
                        new StatusColumn("operations", ColumnType.TEXT),
                        new StatusColumn("ports", ColumnType.TEXT))
                .with(
                        journal.channel().journal().orElseThrow().directory().toString(),
                        run.operationsChannel(),
                        String.join(", ", run.addresses()));
        return List.of(table.table(), engine);
    }
}
