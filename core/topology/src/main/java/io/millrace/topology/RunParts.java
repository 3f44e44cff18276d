package io.millrace.topology;

import io.millrace.channel.Channel;
import io.millrace.service.EventLoopOptions;
import io.millrace.service.ServiceTask;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The open parts of a run.
 *
 * @param channels the channels by name
 * @param services the services by the names of their components
 * @param threads the services that each thread runs, in the order of its polls
 * @param loops how each thread runs
 * @param sections the sections
 * @param host the links with other hosts, where the topology has hosts
 */
record RunParts(
        SequencedMap<String, Channel> channels,
        SequencedMap<String, ServiceTask> services,
        SequencedMap<String, List<ServiceTask>> threads,
        SequencedMap<String, EventLoopOptions> loops,
        RunningSections sections,
        Optional<HostRun> host) {}
