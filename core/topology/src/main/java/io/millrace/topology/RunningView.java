package io.millrace.topology;

import io.millrace.journal.Journal;
import io.millrace.service.ComponentKind;
import io.millrace.service.EventLoop;
import io.millrace.service.LoopLoad;
import io.millrace.service.ServiceTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** What {@link RunningTopology#view} returns. */
final class RunningView implements TopologyView {
    private final RunningTopology running;

    RunningView(RunningTopology running) {
        this.running = running;
    }

    @Override
    public Topology topology() {
        return running.topology();
    }

    @Override
    public Path dataDirectory() {
        return running.dataDirectory();
    }

    @Override
    public TopologyHealth health() {
        return running.health();
    }

    @Override
    public List<ChannelInfo> channels() {
        return running.ofChannels(this::info);
    }

    private ChannelInfo info(String name, Optional<Journal> journal, OptionalLong usedBytes) {
        return new ChannelInfo(
                name,
                topology().channels().get(name).kind(),
                number(journal, Journal::messages),
                number(journal, Journal::lastIndex),
                number(journal, Journal::syncedIndex),
                usedBytes);
    }

    private static OptionalLong number(Optional<Journal> journal, ToLongFunction<Journal> read) {
        return journal.map(each -> OptionalLong.of(read.applyAsLong(each))).orElseGet(OptionalLong::empty);
    }

    @Override
    public List<ComponentInfo> components() {
        List<ComponentInfo> infos = new ArrayList<>();
        running.services().forEach((name, service) -> {
            ComponentKind kind = ComponentKind.of(service.component().getClass());
            infos.add(new ComponentInfo(name, kind, threadOf(service), service.positions()));
        });
        return infos;
    }

    @Override
    public List<ThreadInfo> threads() {
        List<ThreadInfo> infos = new ArrayList<>();
        running.threads().forEach((name, services) -> {
            List<String> names = services.stream().map(ServiceTask::name).toList();
            Optional<EventLoop> loop = running.loop(name);
            ThreadInfo.State state = loop.map(each -> each.ended() ? ThreadInfo.State.ENDED : ThreadInfo.State.RUNNING)
                    .orElse(ThreadInfo.State.NEW);
            String idle = topology()
                    .threads()
                    .getOrDefault(name, ThreadSpec.running())
                    .idle();
            LoopLoad load = loop.map(EventLoop::load).orElse(new LoopLoad(0, 0));
            infos.add(new ThreadInfo(name, names, state, idle, running.cpu(name), load));
        });
        return infos;
    }

    private String threadOf(ServiceTask service) {
        return running.threads().entrySet().stream()
                .filter(thread -> thread.getValue().contains(service))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }
}
