package io.millrace.console;

import static io.millrace.console.Page.at;
import static io.millrace.console.Page.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.millrace.topology.ChannelSpec;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostChannel;
import io.millrace.topology.HostComponent;
import io.millrace.topology.HostDetails;
import io.millrace.topology.HostSection;
import io.millrace.topology.HostSighting;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.Topology;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What pages get of all hosts: source a with spare s, and reader b. */
class HostsModelTest {

    private static final Instant AT = Instant.parse("2026-03-02T08:00:00Z");
    private static final String HOSTILE = "<img src=x onerror=alert(1)>".repeat(1_000);

    private final Topology topology = Topology.builder("shop")
            .host("a", HostSpec.at("127.0.0.1:7100").withReplicas("s"))
            .host("b", HostSpec.at("127.0.0.1:7101"))
            .host("s", HostSpec.at("127.0.0.1:7102"))
            .channel("notes", ChannelSpec.journal())
            .channel("sums", ChannelSpec.journal())
            .component(
                    "source",
                    ComponentSpec.of(NoteSource.class)
                            .writes("notes")
                            .argument("count", 1)
                            .argument("text", "x")
                            .argument("failAt", -1)
                            .onHost("a"))
            .component(
                    "summer",
                    ComponentSpec.of(Summer.class).reads("notes").writes("sums").onHost("b"))
            .build();

    private List<HostSighting> sightings = List.of();
    private final HostsModel model = new HostsModel(topology, "b", () -> sightings, _ -> "component");

    private static HostSighting answering(HostStatus status, Instant at) {
        return new HostSighting(status.site(), Optional.empty(), "there", Optional.of(status), Optional.of(at), "");
    }

    private static HostSighting silent(HostStatus last) {
        return new HostSighting(
                last.site(), Optional.empty(), "there", Optional.of(last), Optional.of(AT), "host does not answer");
    }

    private static HostStatus status(String host, String site, String state, long messages, HostChannel... links) {
        String component = host.equals("a") ? "source" : "summer";
        HostDetails details = new HostDetails(
                new LinkedHashMap<>(
                        Map.of(component, new HostComponent("LIVE", messages, messages, OptionalLong.of(4)))),
                new LinkedHashMap<>(
                        Map.of("clients", new HostSection("RUNNING", new LinkedHashMap<>(Map.of("clients", "7"))))),
                new LinkedHashMap<>(Map.of("notes", "1.0")),
                new LinkedHashMap<>(Map.of("notes", "0:64")));
        return new HostStatus(
                        host,
                        site,
                        state,
                        "",
                        "",
                        new LinkedHashMap<>(Map.of(host.equals("a") ? "notes" : "sums", messages, HOSTILE, 1L)),
                        new LinkedHashMap<>(),
                        List.of(),
                        List.of(links))
                .with(details);
    }

    private static HostChannel link(String to, String state, OptionalLong lag) {
        return new HostChannel("notes", "a", to, state, lag, OptionalLong.empty());
    }

    private Map<String, Object> shown(HostSighting... hosts) {
        sightings = List.of(hosts);
        model.tick();
        return Page.object(model.json());
    }

    private static Map<String, Object> linkTo(Map<String, Object> shown, String to) {
        return list(shown, "links").stream()
                .filter(each -> each.get("to").equals(to))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachHostSaysWhatItRunsAndWhatIsOnItsWay() {
        HostChannel[] links = {link("b", "connected", OptionalLong.of(3)), link("s", "connected", OptionalLong.of(0))};
        HostSighting b = answering(status("b", "b", "RUNNING", 5, link("b", "connected", OptionalLong.empty())), AT);
        HostSighting s = answering(status("a", "s", HostStatus.SPARE, 10), AT);
        shown(answering(status("a", "a", "RUNNING", 10, links), AT), b, s);
        Map<String, Object> shown = shown(answering(status("a", "a", "RUNNING", 30, links), AT.plusSeconds(2)), b, s);
        assertEquals(30L, at(shown, "channels", "notes", "messages"));
        assertEquals(10.0, at(shown, "channels", "notes", "rate"));
        assertEquals("1.0", at(shown, "channels", "notes", "epoch"));
        assertEquals("LIVE", at(shown, "components", "source", "state"));
        assertEquals(3L, linkTo(shown, "b").get("lag"));
        assertEquals(0L, linkTo(shown, "s").get("lag"));
        assertEquals("a", list(shown, "hosts").getFirst().get("runs"));
        assertNull(list(shown, "hosts").getLast().get("runs"));
        assertEquals(
                "0:64",
                list(list(shown, "hosts").getLast(), "copies").getFirst().get("cut"));
    }

    @Test
    void ofASilentHostNoFigureIsShown() {
        Map<String, Object> shown = shown(
                silent(status("a", "a", "RUNNING", 10, link("b", "connected", OptionalLong.of(3)))),
                answering(status("b", "b", "RUNNING", 5, link("b", "missing", OptionalLong.empty())), AT));
        Map<String, Object> host = list(shown, "hosts").getFirst();
        assertNull(host.get("state"));
        assertEquals(AT.toString(), host.get("at"));
        assertEquals("host does not answer", host.get("silence"));
        assertEquals(List.of(), list(host, "sections"));
        assertNull(at(shown, "channels", "notes", "messages"));
        assertNull(at(shown, "channels", "notes", "rate"));
        assertNull(at(shown, "components", "source", "state"));
        assertEquals("missing", linkTo(shown, "b").get("state"));
        assertNull(linkTo(shown, "b").get("lag"));
        assertNull(linkTo(shown, "s").get("state"));
        assertEquals(5L, at(shown, "channels", "sums", "messages"));
    }

    @Test
    void whatASilentHostLacksIsUnknown() {
        Map<String, Object> shown = shown(
                answering(status("a", "a", "RUNNING", 10, link("b", "missing", OptionalLong.of(3))), AT),
                silent(status("b", "b", "RUNNING", 5)));
        assertEquals("missing", linkTo(shown, "b").get("state"));
        assertNull(linkTo(shown, "b").get("lag"));
    }

    @Test
    void afterAPromotionTheSpareIsTheHost() {
        HostStatus a = status("a", "s", "RUNNING", 10, link("b", "connected", OptionalLong.of(0)));
        Map<String, Object> shown = shown(silent(status("a", "a", "RUNNING", 9)), answering(a, AT));
        assertEquals(10L, at(shown, "channels", "notes", "messages"));
        assertEquals("a", list(shown, "hosts").getLast().get("runs"));
    }

    @Test
    void afterAPromotionLinksAreFromTheMachineThatRuns() {
        HostChannel[] links = {link("b", "connected", OptionalLong.of(0)), link("a", "connected", OptionalLong.of(2))};
        HostChannel read = link("b", "connected", OptionalLong.empty());
        Map<String, Object> shown = shown(
                answering(status("a", "a", HostStatus.SPARE, 9, link("a", "connected", OptionalLong.empty())), AT),
                answering(status("b", "b", "RUNNING", 5, read), AT),
                answering(status("a", "s", "RUNNING", 10, links), AT));
        assertEquals(
                List.of("s b connected 0", "s a connected 2"),
                list(shown, "links").stream().map(HostsModelTest::words).toList());
    }

    private static String words(Map<String, Object> link) {
        return link.get("from") + " " + link.get("to") + " " + link.get("state") + " " + link.get("lag");
    }

    @Test
    void aSourceThatHasStoppedIsATroubleOfItsHostAndNoLink() {
        HostChannel stopped = new HostChannel(
                "notes", "a", "s", HostChannel.STOPPED + "full", OptionalLong.empty(), OptionalLong.empty());
        Map<String, Object> shown = shown(
                answering(status("a", "s", "DEGRADED", 10, stopped, link("b", "connected", OptionalLong.of(0))), AT));
        assertEquals(
                List.of("s b connected null"),
                list(shown, "links").stream().map(HostsModelTest::words).toList());
        assertEquals(
                List.of("channel=notes of host=a at host=s stopped: full"),
                list(shown, "hosts").getFirst().get("troubles"));
    }

    /** One was replaced while it was only cut off: which of them can write is not known by what they say. */
    @Test
    void ofAHostThatTwoMachinesRunNoFigureIsShown() {
        HostChannel connected = link("b", "connected", OptionalLong.of(3));
        for (boolean isSpareFirst : List.of(false, true)) {
            for (int second = 0; second < 3; second++) {
                Instant at = AT.plusSeconds(second);
                HostSighting a = answering(status("a", "a", "RUNNING", 0, connected), at);
                HostSighting s = answering(status("a", "s", "RUNNING", 1_000_000 + 40 * second, connected), at);
                Map<String, Object> shown = isSpareFirst ? shown(s, a) : shown(a, s);
                assertNull(at(shown, "channels", "notes", "messages"));
                assertNull(at(shown, "channels", "notes", "rate"));
                assertNull(at(shown, "components", "source", "state"));
                assertNull(at(shown, "components", "source", "outRate"));
                assertNull(linkTo(shown, "b").get("lag"));
                assertEquals(
                        List.of(isSpareFirst ? "host=a runs at s and at a" : "host=a runs at a and at s"),
                        list(shown, "hosts").getFirst().get("troubles"));
            }
            Instant then = AT.plusSeconds(4); // the old one is stopped: the rate is that of the other one
            Map<String, Object> shown = shown(
                    silent(status("a", "a", "RUNNING", 0)),
                    answering(status("a", "s", "RUNNING", 1_000_160, connected), then));
            assertEquals(40.0, at(shown, "channels", "notes", "rate"));
        }
    }

    @Test
    void aRateIsKnownFromTwoAnswersOnAndAgainAfterASilence() {
        HostStatus first = status("a", "a", "RUNNING", 10);
        assertNull(at(shown(answering(first, AT)), "channels", "notes", "rate"));
        HostStatus next = status("a", "a", "RUNNING", 20);
        assertEquals(10.0, at(shown(answering(next, AT.plusSeconds(1))), "channels", "notes", "rate"));
        shown(silent(next));
        HostStatus later = status("a", "a", "RUNNING", 2_000);
        assertNull(at(shown(answering(later, AT.plusSeconds(60))), "channels", "notes", "rate"));
    }

    @Test
    void aReaderThatHasStoppedIsSeenThoughItsWriterSaysConnected() {
        Map<String, Object> shown = shown(
                answering(status("a", "a", "RUNNING", 10, link("b", "connected", OptionalLong.of(3))), AT),
                answering(
                        status("b", "b", "DEGRADED", 5, link("b", HostChannel.STOPPED + "full", OptionalLong.empty())),
                        AT));
        assertEquals(HostChannel.STOPPED + "full", linkTo(shown, "b").get("state"));
        assertEquals(3L, linkTo(shown, "b").get("lag"));
    }

    @Test
    void namesThatTheTopologyDoesNotHaveAreLeftOutAndTextsAreCut() {
        HostChannel[] links = new HostChannel[1_000];
        for (int i = 0; i < links.length; i++) {
            links[i] = new HostChannel(HOSTILE + i, "a", HOSTILE, HOSTILE, OptionalLong.of(i), OptionalLong.empty());
        }
        String text = hostileJson(status("a", "a", HOSTILE, 10, links));
        assertFalse(text.length() > 5_000, text);
    }

    private String hostileJson(HostStatus status) {
        shown(answering(status, AT));
        return model.json();
    }
}
