package io.millrace.net.cli;

import io.millrace.net.LinkOptions;
import io.millrace.net.TlsIdentity;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of commands that make links. */
final class LinkFlags {

    @Option(
            names = "--certificate",
            paramLabel = "FILE",
            description = "The certificate of this side in PEM format; links then use TLS 1.3.")
    private Path certificate;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "The private key of that certificate, unencrypted, in PEM format of PKCS #8.")
    private Path key;

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "The certificates of the authorities that sign those of peers, in PEM format.")
    private Path trust;

    @Option(
            names = "--plain",
            description = "Allow plain TCP beyond loopback: the network can then read and change everything.")
    private boolean plain;

    /** Returns the options that these flags state. */
    LinkOptions options(CommandSpec spec) {
        boolean some = certificate != null || key != null || trust != null;
        boolean all = certificate != null && key != null && trust != null;
        if (some && !all) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--certificate, --key and --trust are needed together certificate=" + certificate + " key=" + key
                            + " trust=" + trust);
        }
        LinkOptions options = LinkOptions.defaults();
        if (all) {
            options = options.withTls(TlsIdentity.ofPem(certificate, key, trust));
        }
        return plain ? options.withPlain(LinkOptions.Plain.EVERYWHERE) : options;
    }
}
