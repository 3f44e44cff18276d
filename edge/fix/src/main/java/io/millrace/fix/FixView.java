package io.millrace.fix;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.topology.StatusSource;
import io.millrace.topology.StatusTable;
import io.millrace.topology.StatusView;
import io.millrace.topology.TopologyException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The view {@code fix} of a data directory: the sessions of an engine as far as its journal has them, and the
 * messages in it. A run has a view of the same name, which knows its sessions.
 *
 * <p>The question {@code show} is {@code sessions} (when left out), {@code messages}, of which {@link LogPage} has the
 * parameters, or {@code message} with its index {@code at}.
 */
public final class FixView implements StatusView {

    /** The name. */
    static final String NAME = "fix";

    /** Parsed at the first message that is shown; dictionaries do not change. */
    private final FixDictionaries dictionaries = FixDictionaries.of(List.of());

    /** Creates the view. */
    public FixView() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "FIX";
    }

    @Override
    public boolean concerns(StatusSource source) {
        return source.run().isEmpty() && journal(source).isPresent();
    }

    @Override
    public List<StatusTable> tables(StatusSource source) {
        Journal journal = journal(source)
                .orElseThrow(() -> new TopologyException(
                        "no journal here is that of an engine of FIX directory=" + source.dataDirectory()));
        try (Channel channel = Channel.readOnly(journal.directory())) {
            return answer(channel, source.query(), this::dictionary, () -> RestingSessions.tables(channel));
        }
    }

    /** Answers a question. */
    static List<StatusTable> answer(
            Channel channel,
            Map<String, String> query,
            java.util.function.Function<String, FixDictionary> dictionaries,
            java.util.function.Supplier<List<StatusTable>> sessions) {
        String show = query.getOrDefault("show", "sessions");
        try {
            return switch (show) {
                case "sessions" -> sessions.get();
                case "messages" -> new LogPage(channel, query, dictionaries).tables();
                case "message" -> LogPage.message(channel, query.getOrDefault("at", ""), dictionaries);
                default -> throw new TopologyException("show is none of sessions, messages and message show=" + show);
            };
        } catch (IllegalArgumentException | FixException e) {
            throw new TopologyException(String.valueOf(e.getMessage()), e);
        }
    }

    private synchronized FixDictionary dictionary(String session) {
        return dictionaries
                .of(session.substring(0, Math.max(0, session.indexOf(':'))))
                .dictionary();
    }

    private static Optional<Journal> journal(StatusSource source) {
        return source.journals().values().stream()
                .filter(each -> isOfEngine(each.directory()))
                .findFirst();
    }

    /** Returns whether the first call of a journal is one that an engine keeps. */
    private static boolean isOfEngine(Path directory) {
        try (Channel channel = Channel.readOnly(directory);
                ChannelCursor cursor = channel.cursor()) {
            ChannelCursor.Entry entry = cursor.next();
            return entry == ChannelCursor.Entry.CALL
                    && cursor.schema().interfaceName().equals(FixJournalCalls.class.getName());
        } catch (ChannelException | JournalException e) {
            return false; // the list of channels says why it cannot be read
        }
    }
}
