package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class ModuleDependenciesTest {

    private static RepositoryFile pom(String module, String group, String artifact, String scope) {
        return file(
                module + "/pom.xml",
                "<project><artifactId>a</artifactId><dependencies><dependency><groupId>" + group
                        + "</groupId><artifactId>" + artifact + "</artifactId><scope>" + scope
                        + "</scope></dependency></dependencies></project>");
    }

    private static RepositoryFile ours(String module, String artifact, String scope) {
        return pom(module, "io.millrace", artifact, scope);
    }

    @Test
    void aDependencyUpwardsIsFound() {
        assertFound(
                new ModuleDependencies(), "module=core/wire uses=", ours("core/wire", "millrace-channel", "compile"));
    }

    @Test
    void aDependencyBetweenNeighboursThatDoNotKnowEachOtherIsFound() {
        assertFound(
                new ModuleDependencies(),
                "not allowed by the floors",
                ours("core/journal", "millrace-wire", "compile"));
        assertFound(
                new ModuleDependencies(), "not allowed by the floors", ours("core/journal", "millrace-wire", "test"));
    }

    @Test
    void aLibraryInCoreIsFound() {
        assertFound(
                new ModuleDependencies(),
                "not allowed by the floors",
                pom("core/journal", "org.snakeyaml", "snakeyaml-engine", "compile"));
    }

    @Test
    void aPeerOutsideProofIsFound() {
        assertFound(
                new ModuleDependencies(),
                "not allowed by the floors",
                pom("tools/cli", "org.openjdk.jmh", "jmh-core", "compile"));
    }

    @Test
    void requiringAModuleThatIsNotAllowedIsFound() {
        RepositoryFile info = file(
                "core/wire/src/main/java/module-info.java",
                "module io.millrace.wire {\n  requires transitive io.millrace.journal;\n}\n");
        assertFound(new ModuleDependencies(), "module-info.java:2: not allowed", info);
    }

    @Test
    void aModuleTheTableDoesNotKnowIsFound() {
        assertFound(
                new ModuleDependencies(),
                "add the module to the table",
                ours("core/extra", "millrace-wire", "compile"));
    }

    @Test
    void whatTheTableAllowsPasses() {
        assertClean(
                new ModuleDependencies(),
                ours("core/channel", "millrace-wire", "compile"),
                ours("core/service", "millrace-wire", "compile"),
                ours("core/wire", "millrace-leaks", "test"),
                ours("edge/kafka", "millrace-kafka-broker", "test"),
                pom("core/text", "org.snakeyaml", "snakeyaml-engine", "compile"),
                pom("core/journal", "net.jqwik", "jqwik", "test"),
                pom("proof/benchmarks", "org.openjdk.jmh", "jmh-core", "compile"),
                ours("examples/market", "millrace-jdbc", "compile"));
    }
}
