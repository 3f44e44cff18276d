package io.millrace.prove;

import java.util.ArrayList;
import java.util.List;

/** The clients of a run of {@link PortsProof}: the first one over WebSocket, the others over TCP. For one thread. */
final class PortsClients implements AutoCloseable {

    private final PortsPlan plan;
    private final List<PortsClient> clients = new ArrayList<>();

    private PortsClients(PortsPlan plan) {
        this.plan = plan;
    }

    /**
     * Starts the clients of a plan.
     *
     * @param web the addresses of the server over WebSocket
     * @param tcp its addresses over TCP
     */
    static PortsClients start(PortsPlan plan, List<String> web, List<String> tcp) {
        PortsClients all = new PortsClients(plan);
        for (int client = 0; client < plan.calls().size(); client++) {
            all.clients.add(PortsClient.start(client, plan.calls().get(client), client == 0 ? web : tcp));
        }
        return all;
    }

    /** Returns how many calls were answered and events seen, for an average client. */
    int progress() {
        int sum = clients.stream()
                .mapToInt(client -> client.done() + client.followed() / clients.size())
                .sum();
        return sum / clients.size();
    }

    /**
     * Returns whether all calls have ended and all events have come.
     *
     * @throws ProofException where something is wrong
     */
    boolean haveEverything() {
        boolean haveEnded = true;
        for (PortsClient client : clients) {
            haveEnded &= client.hasEnded() && client.followed() >= plan.events();
        }
        return haveEnded;
    }

    /** Lets each client make a share of its calls, from 0 to 1; without this they make all. */
    void permit(double share) {
        clients.forEach(client -> client.permit(share));
    }

    /**
     * Returns whether the calls that they may make have ended.
     *
     * @throws ProofException where something is wrong
     */
    boolean haveMadePermitted() {
        boolean haveMade = true;
        for (PortsClient client : clients) {
            haveMade &= client.hasMadePermitted();
        }
        return haveMade;
    }

    /** Returns the answers of each client. */
    List<List<String>> answers() {
        return clients.stream().map(PortsClient::answers).toList();
    }

    /** Returns the events that each client has seen. */
    List<List<String>> events() {
        return clients.stream().map(PortsClient::events).toList();
    }

    /** Returns how far the clients are. */
    @Override
    public String toString() {
        return clients.toString();
    }

    @Override
    public void close() {
        clients.forEach(PortsClient::close);
    }
}
