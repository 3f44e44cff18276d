package io.millrace.lanes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTimesTest {

    @TempDir
    Path root;

    private Path report(String module, String name, double seconds) throws IOException {
        Path folder = Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
        return Files.writeString(
                folder.resolve("TEST-" + name + ".xml"),
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" + name + "\" time=\"" + seconds
                        + "\" tests=\"3\" errors=\"1\" skipped=\"0\" failures=\"1\"><properties/></testsuite>\n");
    }

    private void times(String module, String... lines) throws IOException {
        Path folder = Files.createDirectories(root.resolve(module).resolve("target/test-times"));
        Files.write(folder.resolve("7.tsv"), List.of(lines));
    }

    private static ClassTime time(String module, String name, long tookMs) {
        return new ClassTime(module, "io.millrace." + name, 1, 0, tookMs, tookMs / 2, 0);
    }

    @Test
    void aClassIsReadWithItsOwnTimeWhereItIsKnownAndThatOfSurefireElsewhere() throws IOException {
        report("core/wire", "io.millrace.wire.ATest", 7.5);
        times("core/wire", "io.millrace.wire.ATest\t2500\t1300\t5000");
        report("proof/lincheck", "io.millrace.BTest", 1.25);
        assertEquals(
                List.of(
                        new ClassTime("core/wire", "io.millrace.wire.ATest", 3, 2, 2_500, 1_300, 5_000),
                        new ClassTime("proof/lincheck", "io.millrace.BTest", 3, 2, 1_250, 0, 0)),
                Reports.read(root, 0));
    }

    @Test
    void reportsOfEarlierBuildsAreNotCounted() throws IOException {
        Files.setLastModifiedTime(report("core/wire", "OldTest", 1), FileTime.fromMillis(1_000_000));
        report("core/wire", "NewTest", 1);
        assertEquals(
                List.of("NewTest"),
                Reports.read(root, 1_000_001).stream().map(ClassTime::name).toList());
    }

    @Test
    void whatCannotBeReadIsAnErrorThatNamesTheFile() throws IOException {
        Path report = report("core/wire", "ATest", 1);
        Files.writeString(report, "<testsuite name=\"ATest\" time=\"soon\"/>");
        IOException error = assertThrows(IOException.class, () -> Reports.read(root, 0));
        assertTrue(error.getMessage().contains("file=" + report), error.getMessage());

        Path profile = Files.writeString(root.resolve("profile"), "reference 400\nmodule core/wire ten 1 1\n");
        error = assertThrows(IOException.class, () -> Profile.read(profile));
        assertTrue(error.getMessage().endsWith("line=module core/wire ten 1 1"), error.getMessage());
    }

    @Test
    void aModuleAboveItsBudgetAndAGrownClassAreNamedRelativeToTheReference() throws IOException {
        List<ClassTime> first = List.of(time("core/wire", "ATest", 8_000), time("core/text", "BTest", 1_000));
        Path file = root.resolve("profile");
        new Summary(first, 400, Profile.empty()).renewed().write(file);
        Profile recorded = Profile.read(file);

        List<ClassTime> doubled = List.of(time("core/wire", "ATest", 16_000), time("core/text", "BTest", 2_000));
        assertTrue(text(new Summary(doubled, 800, recorded)).contains("no module is above its budget"));
        String grown = text(new Summary(doubled, 400, recorded));
        assertTrue(grown.contains("above its budget: core/wire took=16.0 budget=12.0 recorded=8.0"), grown);
        assertTrue(grown.contains("grown: core/wire ATest took=16.0 recorded=8.0"), grown);
        assertFalse(grown.contains("core/text took"), grown);
        String added = text(new Summary(List.of(time("core/new", "CTest", 1_000)), 400, recorded));
        assertTrue(added.contains("no budget: core/new took=1.0"), added);
    }

    @Test
    void aRenewedProfileKeepsTheBudgetsInTheUnitsOfTheNewMachine() {
        Profile old = new Summary(List.of(time("core/wire", "ATest", 20_000)), 400, Profile.empty()).renewed();
        assertEquals(30, old.modules().get("core/wire").budgetSeconds());
        Profile renewed = new Summary(List.of(time("core/wire", "ATest", 50_000)), 800, old).renewed();
        assertEquals(60, renewed.modules().get("core/wire").budgetSeconds());
        assertEquals(50.0, renewed.classes().get("io.millrace.ATest"));
    }

    @Test
    void theThirtySlowestAreShownAndTheFileHasAll() {
        List<ClassTime> times = IntStream.range(0, 40)
                .mapToObj(i -> time("core/wire", "T" + i + "Test", i * 100L))
                .toList();
        Summary summary = new Summary(times, 400, Profile.empty());
        List<String> shown = summary.important();
        assertTrue(shown.get(1).endsWith("core/wire T39Test"), shown.get(1));
        assertTrue(shown.get(30).endsWith("core/wire T10Test"), shown.get(30));
        assertFalse(text(summary).contains("T9Test"));
        assertTrue(String.join("\n", summary.whole()).contains("T9Test"));
    }

    private static String text(Summary summary) {
        return String.join("\n", summary.important());
    }
}
