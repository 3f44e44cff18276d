package io.millrace.prove;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.prove.LinkProxy.State;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * One seed of {@link HostsProof} with clients: the topology of {@link PortsProof} on a host with a spare and on another
 * one. The host is lost and its spare promoted, the former machine is reset and promoted in turn, with faults between,
 * while clients follow, append, call and query, which find the server by a list of its addresses. Afterwards rows,
 * answers, events and what the clients have seen equal those of one undisturbed process. Used by one thread.
 */
final class HostPortsRound {

    private static final int CLIENTS = 3;
    private static final int HOST = 0;
    private static final int FEWEST_PROMOTIONS = 2;
    private static final int MORE_PROMOTIONS = 3;
    private static final int KINDS_OF_FAULTS = 6;
    private static final int LONGEST_HINDRANCE_MS = 500;
    private static final int MOST_MESSAGES_BEFORE_FAULT = 40;

    /** So slow that the source has not ended when the host is lost for the last time. */
    private static final long RATE = 20;

    private static final int PORTS = 4;

    /** The console and the meters. */
    private static final int PAGES = 2;

    private static final long LOOK_MS = 10;
    private static final String LOOPBACK = "127.0.0.1";

    private final Path scratch;
    private final ProcessClasses classes;
    private final Optional<String> postgresql;
    private final long seed;
    private final SplittableRandom random;
    private final ProofReport report;
    private final StringBuilder done;
    private final PortsPlan ports;
    private final HostPortsPlan plan;
    private final HostMachines machines;
    private final HostFaults faults;
    private final HostPromotion promotion;
    private final ProofRows rows;
    private final boolean isSecured;
    private final List<LinkProxy> proxies = new ArrayList<>();
    private PortsClients clients;

    /** The port of the console and the meters, at the machine that runs the host. */
    private int pages;

    HostPortsRound(
            Path scratch,
            ProcessClasses classes,
            Optional<String> postgresql,
            long seed,
            ProofReport report,
            StringBuilder done) {
        this.scratch = scratch;
        this.classes = classes;
        this.postgresql = postgresql;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.report = report;
        this.done = done;
        this.ports = PortsPlan.of(random.split(), CLIENTS);
        this.plan = HostPortsPlan.of(random);
        this.isSecured = random.nextBoolean();
        this.machines = new HostMachines(scratch, classes, HostPortsPlan.MACHINES, RATE);
        this.faults = new HostFaults(machines, random, report);
        this.rows = rows();
        SpareCheck check = new SpareCheck(machines, plan, rows, report);
        this.promotion = new HostPromotion(machines, plan, HostPortsPlan.spare(), random, report, done, check);
    }

    private ProofRows rows() {
        return postgresql
                .map(url -> ProofRows.postgresql(url, "millrace_prove_ports_" + seed, PortsPlan.TABLES))
                .orElse(ProofRows.inFile(scratch.resolve("rows"), PortsPlan.TABLES));
    }

    /**
     * Makes the round.
     *
     * @throws ProofException where something is not as it is in an undisturbed process
     */
    void run() throws IOException, InterruptedException {
        PortsSeen undisturbed = new PortsRound(scratch, classes, seed, report, done).undisturbed(ports);
        rows.create();
        try (HostMachines _ = machines) {
            start();
            try (PortsClients _ = clients) {
                lose();
                awaitEverything();
            }
            machines.reportTakeovers(report);
            machines.archiveClasses(promotion.site());
            for (int machine : machines.inUse()) {
                machines.kill(machine);
            }
        } finally {
            for (LinkProxy proxy : proxies) {
                proxy.close();
            }
        }
        PortsOutcome outcome = PortsOutcome.read(machines.data(promotion.site()), rows);
        new PortsSeen(outcome, clients.answers(), clients.events()).expectAsIn(undisturbed);
        for (int machine : List.of(HostPortsPlan.other(), promotion.standby())) {
            PortsSeen.same(
                    "events copied to " + machines.name(machine),
                    outcome.events(),
                    PortsOutcome.events(machines.data(machine).resolve(PortsPlan.EVENTS)));
        }
        PortsSeen.same("events seen by the other host", outcome.events(), PortsOutcome.events(seen()));
        report.count("answers", clients.answers().stream().mapToInt(List::size).sum());
        rows.drop();
    }

    private Path seen() {
        return machines.data(HostPortsPlan.other()).resolve(PortsPlaces.SEEN);
    }

    /** Starts the hosts and the clients, which have a list of addresses of the server. */
    private void start() throws IOException, InterruptedException {
        int[] free = freePorts();
        pages = free[3];
        LinkProxy webOfHost = proxy(free[0]);
        LinkProxy webOfSpare = proxy(free[1]);
        LinkProxy tcp = proxy(free[2]);
        machines.options(HostPortsPlan.spare(), "--clients-port", Integer.toString(free[1]));
        String tls = isSecured ? machines.tls() : "";
        report.count(isSecured ? "runs over TLS" : "runs over plain links", 1);
        machines.writeArchive();
        machines.writeTopology(addresses -> ports.topology(new PortsPlaces(
                addresses,
                tls,
                plan.hosts(),
                rows.url(),
                free[0],
                List.of(webOfHost.port(), webOfSpare.port()),
                free[2],
                pages,
                plan.idle())));
        for (int machine = machines.size() - 1; machine >= 0; machine--) {
            machines.start(machine);
        }
        clients = PortsClients.start(
                ports,
                List.of(webAddress(webOfHost), webAddress(webOfSpare)),
                List.of("tcp://" + LOOPBACK + ":" + tcp.port()));
        clients.permit(0);
    }

    private static String webAddress(LinkProxy proxy) {
        return "ws://" + LOOPBACK + ":" + proxy.port();
    }

    private LinkProxy proxy(int port) throws IOException {
        LinkProxy proxy = LinkProxy.start(LOOPBACK, port);
        proxies.add(proxy);
        return proxy;
    }

    private static int[] freePorts() throws IOException {
        int[] ports = new int[PORTS];
        List<ServerSocket> taken = new ArrayList<>();
        for (int port = 0; port < ports.length; port++) {
            ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            taken.add(free);
            ports[port] = free.getLocalPort();
        }
        for (ServerSocket socket : taken) {
            socket.close();
        }
        return ports;
    }

    /** Loses the machine of the host some times, each time with its spare promoted and the former machine reset. */
    private void lose() throws IOException, InterruptedException {
        HostPromotion.Messages messages = new HostPromotion.Messages() {
            @Override
            public long on(int machine) {
                return messages(machine);
            }

            @Override
            public boolean haveCome() {
                return clients.haveMadePermitted();
            }
        };
        int promotions = FEWEST_PROMOTIONS + random.nextInt(MORE_PROMOTIONS);
        for (int number = 1; number <= promotions; number++) {
            clients.permit((double) number / (promotions + 1)); // so that the host works whenever it is lost
            if (random.nextBoolean()) {
                fault();
            }
            promotion.promote(messages);
            promotion.reset();
        }
        clients.permit(1);
    }

    private void fault() throws IOException, InterruptedException {
        List<Integer> inUse = machines.inUse();
        int machine = inUse.get(random.nextInt(inUse.size()));
        long target = messages(machine) + random.nextInt(MOST_MESSAGES_BEFORE_FAULT);
        while (messages(machine) < target && !clients.haveMadePermitted()) {
            machines.pass(LOOK_MS);
        }
        switch (random.nextInt(KINDS_OF_FAULTS)) {
            case 0 -> faults.disturb(machine, State.CUT);
            case 1 -> faults.disturb(machine, State.HOLD);
            case 2 -> faults.disturb(machine, State.LOSE);
            case 3, 4 -> hinderClients();
            default -> faults.kill(machine);
        }
    }

    private void hinderClients() throws IOException, InterruptedException {
        State state = random.nextBoolean() ? State.CUT : State.HOLD;
        done.append(" clients-").append(state);
        report.count("links of clients disturbed", 1);
        proxies.forEach(proxy -> proxy.set(state));
        machines.pass(random.nextInt(LONGEST_HINDRANCE_MS));
        proxies.forEach(proxy -> proxy.set(State.PASS));
    }

    /** Waits until the clients have everything, the other host and the spare too, and console and meters answer. */
    private void awaitEverything() throws IOException, InterruptedException {
        try {
            while (!clients.haveEverything() || !others() || PortsProcess.look(pages) < PAGES) {
                machines.pass(LOOK_MS);
            }
        } catch (ProofException e) {
            throw new ProofException(e.getMessage() + " clients=" + clients, e);
        }
    }

    private boolean others() {
        long made = callsIn(machines.data(promotion.site()).resolve(PortsPlan.EVENTS));
        return callsIn(machines.data(HostPortsPlan.other()).resolve(PortsPlan.EVENTS)) == made
                && callsIn(machines.data(promotion.standby()).resolve(PortsPlan.EVENTS)) == made
                && callsIn(seen()) == ports.events();
    }

    /** Returns how many messages a machine has of the channels that its host writes. */
    private long messages(int machine) {
        int host = machine == HostPortsPlan.spare() ? HOST : machine;
        return plan.writtenOn(host).stream()
                .mapToLong(channel -> callsIn(machines.data(machine).resolve(channel)))
                .sum();
    }

    private static long callsIn(Path journal) {
        if (!Journal.exists(journal)) {
            return 0;
        }
        try (Journal opened = Journal.openReadOnly(journal)) {
            return opened.messages();
        } catch (JournalException e) {
            return 0; // it is being made
        }
    }
}
