package io.millrace.benchmarks;

import io.millrace.topology.RunningTopology;
import io.millrace.topology.TopologyRunner;

/** The parts of a pipeline as a topology. */
final class TopologyParts implements PipelineParts {
    private final RunningTopology running;

    private TopologyParts(RunningTopology running) {
        this.running = running;
    }

    static TopologyParts open(String... args) {
        return new TopologyParts(TopologyRunner.open(PipelineTopology.of(args), PipelineTopology.options(args)));
    }

    @Override
    public void start() {
        running.start();
    }

    @Override
    public PipelineSource source() {
        return (PipelineSource) component(PipelineMain.PARTS.getFirst());
    }

    @Override
    public PipelineStage stage(String part) {
        return (PipelineStage) component(part);
    }

    private Object component(String part) {
        return running.services().get(part).component();
    }

    @Override
    public void close() {
        running.close();
    }
}
