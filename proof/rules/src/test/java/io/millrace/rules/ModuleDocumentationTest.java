package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class ModuleDocumentationTest {

    private static final RepositoryFile POM = file("core/wire/pom.xml", "<project/>");
    private static final RepositoryFile INFO =
            file("core/wire/src/main/java/module-info.java", "/** What it is. */\nmodule io.millrace.wire {}\n");
    private static final RepositoryFile PACKAGE =
            file(WIRE + "package-info.java", "/** One sentence\n * on two lines. */\npackage io.millrace.wire;\n");

    @Test
    void aDescribedModulePasses() {
        assertClean(new ModuleDocumentation(), POM, INFO, PACKAGE);
    }

    @Test
    void aMissingModuleInfoIsFound() {
        assertFound(new ModuleDocumentation(), "what the published module is for", POM, PACKAGE);
    }

    @Test
    void aModuleWithoutADocCommentIsFound() {
        RepositoryFile bare = file(INFO.path(), "module io.millrace.wire {}\n");
        assertFound(new ModuleDocumentation(), "what the published module is for", POM, bare, PACKAGE);
    }

    @Test
    void aMissingPackageInfoIsFound() {
        assertFound(new ModuleDocumentation(), "package-info.java of one sentence", POM, INFO);
    }

    @Test
    void aPackageOfTwoSentencesIsFound() {
        RepositoryFile two = file(PACKAGE.path(), "/** One. Two. */\npackage io.millrace.wire;\n");
        assertFound(new ModuleDocumentation(), "exactly one sentence: sentences=2", POM, INFO, two);
    }
}
