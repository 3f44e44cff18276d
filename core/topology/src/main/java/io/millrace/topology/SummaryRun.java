package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;
import io.millrace.service.Counting;
import io.millrace.service.ServiceTask;
import io.millrace.topology.CountSpec.Calls;
import io.millrace.topology.CountSpec.Counted;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what the section {@code summary} names: components at their end, channels once the run has ended. */
final class SummaryRun implements SectionRun {
    private final SummarySpec summary;
    private final SectionContext context;
    private final Map<Counted, Long> counted = new ConcurrentHashMap<>();

    SummaryRun(SummarySpec summary, SectionContext context) {
        this.summary = summary;
        this.context = context;
    }

    @Override
    public void beforeClose(ServiceTask service) {
        summary.counts().values().forEach(count -> {
            if (count instanceof Counted question && question.component().equals(service.name())) {
                counted.put(question, ((Counting) service.component()).count(question.what()));
            }
        });
    }

    /**
     * Counts over all runs, once this one has ended; reads every channel that is counted from its beginning.
     *
     * @param counts gets the counts
     * @param removed gets, for counts of channels of which retention has removed messages, how many
     */
    void count(SequencedMap<String, Long> counts, SequencedMap<String, Long> removed) {
        Map<String, Map<String, Long>> calls = new HashMap<>();
        summary.counts().forEach((name, count) -> {
            switch (count) {
                case Calls(String channelName, String method) -> {
                    Channel channel = context.channel(channelName);
                    counts.put(
                            name,
                            calls.computeIfAbsent(channelName, key -> calls(channel))
                                    .getOrDefault(method, 0L));
                    channel.journal()
                            .map(journal -> journal.messagesBefore(Index.NONE))
                            .filter(messages -> messages > 0)
                            .ifPresent(messages -> removed.put(name, messages));
                }
                case Counted question -> {
                    Long value = counted.get(question);
                    if (value != null) {
                        counts.put(name, value);
                    }
                }
            }
        });
    }

    /** Returns how many calls of each method a channel holds; answers to clients are none. */
    private static Map<String, Long> calls(Channel channel) {
        Map<String, Long> counts = new LinkedHashMap<>();
        try (ChannelCursor cursor = channel.cursor()) {
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL && !cursor.isAnswer()) {
                    counts.merge(cursor.schema().methodName(), 1L, Long::sum);
                }
            }
        }
        return counts;
    }
}
