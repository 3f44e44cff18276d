package io.millrace.spring.boot;

import io.millrace.topology.Topology;
import io.millrace.topology.TopologyException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** Reads a topology from a resource of the application, which may be inside its jar. Stateless. */
final class TopologySource {

    private TopologySource() {}

    /**
     * Reads it.
     *
     * @throws TopologyException where there is no such resource, or it is no topology
     */
    static Topology read(ResourceLoader resources, String location) {
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
