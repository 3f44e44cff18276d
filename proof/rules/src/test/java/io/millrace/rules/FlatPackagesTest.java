package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class FlatPackagesTest {

    @Test
    void aSubPackageIsFound() {
        RepositoryFile file = file("core/wire/src/main/java/io/millrace/wire/yaml/A.java", "class A {}");
        assertFound(new FlatPackages(), "one flat package: folder=io/millrace/wire", file);
    }

    @Test
    void anotherNameThanTheFoldersIsFound() {
        RepositoryFile file = file("core/wire/src/test/java/io/millrace/channel/ATest.java", "class ATest {}");
        assertFound(new FlatPackages(), "folder=io/millrace/wire", file);
    }

    @Test
    void thePackageOfTheFolderPasses() {
        assertClean(
                new FlatPackages(),
                file(WIRE + "A.java", "class A {}"),
                file("core/wire/src/main/java/module-info.java", "module io.millrace.wire {}"),
                file("examples/market/src/main/java/io/millrace/examples/market/A.java", "class A {}"));
    }
}
