package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class BillOfMaterialsTest {

    private static final RepositoryFile ROOT = file("pom.xml", "<project><version>1</version></project>");
    private static final RepositoryFile WIRE =
            file("core/wire/pom.xml", "<project><artifactId>millrace-wire</artifactId></project>");

    private static RepositoryFile bom(String version, String... artifacts) {
        StringBuilder list = new StringBuilder();
        for (String artifact : artifacts) {
            list.append("<dependency><artifactId>").append(artifact).append("</artifactId></dependency>");
        }
        return file(
                "bom/pom.xml",
                "<project><version>" + version + "</version><dependencyManagement><dependencies>" + list
                        + "</dependencies></dependencyManagement></project>");
    }

    @Test
    void aModuleItDoesNotListIsFound() {
        assertFound(new BillOfMaterials(), "list the published module: artifact=millrace-wire", ROOT, WIRE, bom("1"));
    }

    @Test
    void aModuleThatIsNotPublishedIsFound() {
        assertFound(
                new BillOfMaterials(),
                "no such published module: artifact=millrace-rules",
                ROOT,
                WIRE,
                bom("1", "millrace-wire", "millrace-rules"));
    }

    @Test
    void anotherVersionIsFound() {
        assertFound(new BillOfMaterials(), "expected=1 actual=2", ROOT, WIRE, bom("2", "millrace-wire"));
    }

    @Test
    void aCompleteListPasses() {
        assertClean(new BillOfMaterials(), ROOT, WIRE, bom("1", "millrace-wire"));
    }

    @Test
    void aModuleOfProofsThatWouldBeDeployedIsFound() {
        String kept = "<properties><maven.deploy.skip>true</maven.deploy.skip></properties>";
        RepositoryFile proof = file("proof/fuzz/pom.xml", "<project><artifactId>millrace-fuzz</artifactId></project>");
        RepositoryFile quiet =
                file("proof/fuzz/pom.xml", "<project><artifactId>millrace-fuzz</artifactId>" + kept + "</project>");
        assertFound(new BillOfMaterials(), "a release would publish", ROOT, WIRE, proof, bom("1", "millrace-wire"));
        assertClean(new BillOfMaterials(), ROOT, WIRE, quiet, bom("1", "millrace-wire"));
    }

    @Test
    void aModuleThatIsNeverDeployedIsNotListed() {
        RepositoryFile dist = file(
                "tools/dist/pom.xml",
                "<project><artifactId>millrace-dist</artifactId>"
                        + "<properties><maven.deploy.skip>true</maven.deploy.skip></properties></project>");
        assertClean(new BillOfMaterials(), ROOT, WIRE, dist, bom("1", "millrace-wire"));
    }
}
