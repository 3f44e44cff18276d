package io.millrace.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A fingerprint of a topology, by which hosts notice that their files differ. It is over what all hosts must agree on:
 * the hosts with their addresses and spares, the channels, the components with their inputs, outputs, arguments and
 * hosts, and the hosts of sections. What may differ between machines, such as the paths of certificates, is not in it.
 *
 * @param fingerprint 64 bits of SHA-256; 0 is none
 * @param file the file that was read, for people; or the name of a topology that was built in Java
 */
public record TopologyPrint(long fingerprint, String file) {

    /** Returns that of a topology. */
    public static TopologyPrint of(Topology topology) {
        StringBuilder text = new StringBuilder(topology.name());
        topology.hosts()
                .forEach((name, host) -> text.append("\nhost ")
                        .append(name)
                        .append(' ')
                        .append(host.address())
                        .append(' ')
                        .append(host.replicas()));
        topology.channels()
                .forEach((name, channel) -> text.append("\nchannel ")
                        .append(name)
                        .append(' ')
                        .append(channel.kind())
                        .append(' ')
                        .append(channel.durability())
                        .append(' ')
                        .append(channel.ownership())
                        .append(' ')
                        .append(channel.host()));
        topology.components()
                .forEach((name, component) -> text.append("\ncomponent ")
                        .append(name)
                        .append(' ')
                        .append(component.className())
                        .append(component.reads())
                        .append(component.writes())
                        .append(component.arguments())
                        .append(TopologyHosts.hostOf(topology, name)));
        topology.sectionHosts()
                .forEach((section, host) ->
                        text.append("\nsection ").append(section).append(' ').append(host));
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            String file = topology.file()
                    .map(Path::toAbsolutePath)
                    .map(Path::toString)
                    .orElse("topology " + topology.name());
            return new TopologyPrint(ByteBuffer.wrap(hash).getLong() | 1, file);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns whether two hosts run the same topology. */
    public boolean agrees(TopologyPrint other) {
        return fingerprint == other.fingerprint;
    }

    /** Returns the fingerprint for people, and the file. */
    @Override
    public String toString() {
        return "fingerprint=" + Long.toHexString(fingerprint) + " file=" + file;
    }
}
