package io.millrace.spring.boot;

import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.ThreadSpec;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyBuilder;
import io.millrace.topology.TopologyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * Reads a topology from a resource of the application, which may be inside its jar, or makes it of beans. Stateless.
 */
final class TopologySource {

    private TopologySource() {}

    /**
     * Returns the topology of the file that is given, or of beans where none is.
     *
     * @throws TopologyException where there is no such file, or it is no topology, or there are components as beans
     *     beside it
     */
    static Topology read(ApplicationContext context, TopologyProperties given) {
        Map<String, ComponentSpec> components = context.getBeansOfType(ComponentSpec.class);
        if (given.file() == null) {
            TopologyBuilder builder = Topology.builder(given.name());
            context.getBeansOfType(ChannelSpec.class).forEach(builder::channel);
            components.forEach(builder::component);
            context.getBeansOfType(ThreadSpec.class).forEach(builder::thread);
            return builder.build();
        }
        if (!components.isEmpty()) {
            throw new TopologyException("a topology is a file or beans, not both millrace.topology.file=" + given.file()
                    + " components=" + String.join(",", components.keySet()));
        }
        return read(context, given.file());
    }

    private static Topology read(ResourceLoader resources, String location) {
        Resource resource = resources.getResource(location);
        if (!resource.exists()) {
            throw new TopologyException("there is no such topology millrace.topology.file=" + location);
        }
        try {
            if (resource.isFile()) {
                return Topology.load(resource.getFile().toPath());
            }
            return copied(resource);
        } catch (IOException e) {
            throw new TopologyException("cannot read the topology millrace.topology.file=" + location, e);
        }
    }

    /** Reads a copy of a file that is inside a jar; its class path is that of the application. */
    private static Topology copied(Resource resource) throws IOException {
        String name = resource.getFilename() == null ? "topology.yaml" : resource.getFilename();
        Path directory = Files.createTempDirectory("millrace");
        Path file = directory.resolve(name);
        try (InputStream in = resource.getInputStream()) {
            Files.copy(in, file);
            return Topology.load(file);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(directory);
        }
    }
}
