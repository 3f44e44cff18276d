package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class ModuleListTest {

    private static RepositoryFile root(String... modules) {
        StringBuilder list = new StringBuilder();
        for (String module : modules) {
            list.append("<module>").append(module).append("</module>");
        }
        return file("pom.xml", "<project><modules>" + list + "</modules></project>");
    }

    private static RepositoryFile pom(String module, String artifact) {
        return file(module + "/pom.xml", "<project><artifactId>" + artifact + "</artifactId></project>");
    }

    @Test
    void aModuleTheRootDoesNotListIsFound() {
        assertFound(
                new ModuleList(),
                "core/wire/pom.xml:1: the root pom.xml does not list",
                root(),
                pom("core/wire", "millrace-wire"));
    }

    @Test
    void aListedModuleThatIsNotThereIsFound() {
        assertFound(new ModuleList(), "the module does not exist: module=core/wire", root("core/wire"));
    }

    @Test
    void anArtifactNotNamedAfterItsFolderIsFound() {
        assertFound(new ModuleList(), "expected=millrace-wire", root("core/wire"), pom("core/wire", "wire"));
    }

    @Test
    void modulesOutOfTheOrderOfFloorsAreFound() {
        assertFound(
                new ModuleList(),
                "list the modules by floor",
                root("tools/cli", "core/wire"),
                pom("core/wire", "millrace-wire"),
                pom("tools/cli", "millrace-cli"));
    }

    @Test
    void aCompleteListPasses() {
        assertClean(
                new ModuleList(),
                root("core/wire", "tools/cli"),
                pom("core/wire", "millrace-wire"),
                pom("tools/cli", "millrace-cli"));
    }
}
