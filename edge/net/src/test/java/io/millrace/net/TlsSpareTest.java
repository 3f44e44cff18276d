package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.CertificateAuthority;
import io.millrace.fixtures.CertificateFiles;
import io.millrace.fixtures.FreePorts;
import io.millrace.topology.ComponentSpec;
import io.millrace.topology.HostLosses;
import io.millrace.topology.HostSpec;
import io.millrace.topology.HostStatus;
import io.millrace.topology.HostTakeover;
import io.millrace.topology.ParameterSpec;
import io.millrace.topology.ParameterType;
import io.millrace.topology.RunOptions;
import io.millrace.topology.RunningTopology;
import io.millrace.topology.SpareRun;
import io.millrace.topology.TakeoverException;
import io.millrace.topology.Topology;
import io.millrace.topology.TopologyRunner;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host and its spare over TLS, where each machine has its own key alone. */
class TlsSpareTest {

    @TempDir
    private Path directory;

    private String host;
    private String spare;
    private CertificateAuthority authority;
    private CertificateFiles ofHost;
    private CertificateFiles ofSpare;

    @BeforeEach
    void certificates() {
        host = "127.0.0.1:" + FreePorts.next();
        spare = "127.0.0.1:" + FreePorts.next();
        authority = CertificateAuthority.create(directory, "authority");
        ofHost = authority.files("a", "127.0.0.1");
        ofSpare = authority.files("s", "127.0.0.1");
    }

    private CertificateFiles withoutKey(CertificateFiles files) {
        return new CertificateFiles(files.certificate(), directory.resolve("elsewhere"), files.trusted());
    }

    private static HostSpec tls(HostSpec plain, CertificateFiles files) {
        return plain.withTls(files.certificate(), files.key(), files.trusted());
    }

    private Topology topology(CertificateFiles a, CertificateFiles s) {
        return Topology.builder("ticks")
                .parameter("limit", ParameterSpec.of(ParameterType.LONG))
                .host("a", tls(HostSpec.at(host).withReplicas("s"), a))
                .host("s", tls(HostSpec.at(spare), s))
                .channel("ticks", TestHosts.channel())
                .component(
                        "feed",
                        ComponentSpec.of(TickFeed.class)
                                .writes("ticks")
                                .argument("limit", "${limit}")
                                .onHost("a"))
                .build();
    }

    private RunOptions options(String machine) {
        return RunOptions.in(directory.resolve("data-" + machine))
                .withHost(machine)
                .withParameters(Map.of("limit", "10"))
                .withErrorHandler((_, _, _) -> {})
                .withNotices(_ -> {});
    }

    private void promote(Topology topology, HostTakeover.Living living) throws InterruptedException {
        new HostTakeover(topology, "a", directory.resolve("data-s"), _ -> {}, _ -> {})
                .promote(living, HostLosses.REFUSED);
    }

    private TakeoverException refused(Topology topology) {
        return assertThrows(TakeoverException.class, () -> promote(topology, HostTakeover.Living.REFUSED));
    }

    private RunningTopology runUntilTheSpareIsComplete() throws InterruptedException {
        Topology atSpare = topology(withoutKey(ofHost), ofSpare);
        try (SpareRun standing = SpareRun.open(atSpare, options("s"))) {
            RunningTopology running = TopologyRunner.open(topology(ofHost, withoutKey(ofSpare)), options("a"));
            try {
                TestHosts.await(
                        standing,
                        "the spare is complete",
                        () -> HostStatus.ask(atSpare, "s", "s").spare().equals(HostStatus.COMPLETE));
            } catch (RuntimeException | Error e) {
                running.close();
                throw e;
            }
            return running;
        }
    }

    @Test
    void aHostThatAnswersIsNotReplacedAndOneThatIsSilentIs() throws Exception {
        Topology atSpare = topology(withoutKey(ofHost), ofSpare);
        try (RunningTopology _ = runUntilTheSpareIsComplete()) {
            TakeoverException refused = refused(atSpare);
            assertEquals(TakeoverException.Reason.HOST_ANSWERS, refused.reason(), refused.getMessage());
        }
        promote(atSpare, HostTakeover.Living.REFUSED);
    }

    @Test
    void aHostThatCannotBeAskedIsNotTakenForOneThatIsSilent() throws Exception {
        CertificateAuthority stranger = CertificateAuthority.create(directory, "stranger");
        CertificateFiles strange = stranger.files("strange", "127.0.0.1", authority);
        CertificateFiles doubting = new CertificateFiles(ofSpare.certificate(), ofSpare.key(), stranger.trusted());
        try (RunningTopology _ = runUntilTheSpareIsComplete()) {
            assertUnasked(withoutKey(ofSpare), "elsewhere");
            assertUnasked(doubting, "handshake of TLS failed");
            assertUnasked(strange, "do the certificates fit?");
            promote(topology(withoutKey(ofHost), strange), HostTakeover.Living.REPLACED);
        }
    }

    private void assertUnasked(CertificateFiles atSpare, String why) {
        TakeoverException refused = refused(topology(withoutKey(ofHost), atSpare));
        assertEquals(TakeoverException.Reason.UNASKED, refused.reason(), refused.getMessage());
        assertTrue(
                refused.getMessage().startsWith("whether the host runs is not known host=a: host cannot be asked"),
                refused.getMessage());
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
}
