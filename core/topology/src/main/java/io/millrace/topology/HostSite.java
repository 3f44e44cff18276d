package io.millrace.topology;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What {@code --host} and a data directory mean together: the machine is that of the host itself or of its spare, and
 * runs the host or stands by.
 *
 * @param host the host that runs here or is stood by for
 * @param site the name of this machine
 * @param duty what it does
 */
public record HostSite(String host, String site, HostDuty duty) {

    /**
     * Finds what a machine is to do.
     *
     * @param topology the topology
     * @param name the host that was named: one that runs components, or a spare
     * @param directory the data directory, which may not exist yet
     * @return what it is to do
     * @throws TopologyException where there is no such host, the directory is that of another one, a spare is named as
     *     the host and was not promoted, or a promotion has not ended
     */
    public static HostSite find(Topology topology, String name, Path directory) {
        HostPlan plan = topology.plan(name);
        HostDirectory data = new HostDirectory(directory);
        String site = data.owner().orElse(name);
        boolean isNamedAsHost = name.equals(plan.host());
        boolean isOwn = site.equals(name) || (isNamedAsHost && plan.sites(name).contains(site));
        if (!isOwn) {
            data.own(name); // which refuses it
        }
        Optional<SiteState> state = data.state();
        boolean runs = state.isPresent() ? state.get() == SiteState.RUNS : site.equals(plan.host());
        if (state.equals(Optional.of(SiteState.PROMOTING))) {
            throw new TopologyException("a promotion has begun here and has not ended; call 'millrace promote FILE"
                    + " --host " + plan.host() + " --data " + directory + "' again host=" + plan.host());
        }
        if (state.equals(Optional.of(SiteState.RESETTING))) {
            throw new TopologyException("a reset has begun here and has not ended; call 'millrace reset FILE --host "
                    + plan.host() + " --data " + directory + "' again host=" + plan.host());
        }
        if (!runs && isNamedAsHost && !site.equals(name)) {
            throw new TopologyException("the directory is that of a spare that was not promoted: 'millrace promote FILE"
                    + " --host " + name + " --data " + directory + "' promotes it, 'millrace run FILE --host " + site
                    + " --data " + directory + "' lets it stand by host=" + name);
        }
        return new HostSite(plan.host(), site, runs ? HostDuty.RUNS : HostDuty.STANDS_BY);
    }

    /**
     * Returns what this machine has to do with the others.
     *
     * @param topology the topology
     */
    public HostPlan plan(Topology topology) {
        return topology.plan(host, site, duty);
    }
}
