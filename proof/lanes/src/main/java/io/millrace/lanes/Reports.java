package io.millrace.lanes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads what a build left in the {@code target} folders: Surefire's reports, and beside them the lines of {@code
 * test-times}, which millrace-leaks writes.
 */
final class Reports {

    private static final String SUREFIRE = "surefire-reports";
    private static final String TIMES = "test-times";
    private static final Set<String> WITHOUT_MODULES = Set.of("src", ".git", "docs", "data");
    private static final int FIELDS = 4;

    private Reports() {}

    /**
     * Returns the test classes that ended after a moment.
     *
     * @param root the folder of the repository
     * @param sinceMs milliseconds since 1970
     * @throws IOException where a report cannot be read
     */
    static List<ClassTime> read(Path root, long sinceMs) throws IOException {
        List<ClassTime> all = new ArrayList<>();
        for (Path target : targets(root)) {
            String module = root.relativize(target.getParent()).toString().replace('\\', '/');
            Map<String, long[]> times = times(target.resolve(TIMES), sinceMs);
            for (Path report : files(target.resolve(SUREFIRE), "TEST-", ".xml", sinceMs)) {
                all.add(suite(module, report, times));
            }
        }
        return all;
    }

    private static List<Path> targets(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                if (name.equals("target")) {
                    found.add(folder);
                    return FileVisitResult.SKIP_SUBTREE;
                }
                return WITHOUT_MODULES.contains(name) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }

    private static List<Path> files(Path folder, String begin, String end, long sinceMs) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (var files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    String name = file.getFileName().toString();
                    if (name.startsWith(begin)
                            && name.endsWith(end)
                            && Files.getLastModifiedTime(file).toMillis() >= sinceMs) {
                        found.add(file);
                    }
                }
            }
        }
        found.sort(null);
        return found;
    }

    /** Returns time, processor time and wait by class; a class that ran twice has the sum. */
    private static Map<String, long[]> times(Path folder, long sinceMs) throws IOException {
        Map<String, long[]> times = new HashMap<>();
        for (Path file : files(folder, "", ".tsv", sinceMs)) {
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split("\t", -1);
                if (fields.length != FIELDS) {
                    throw new IOException(
                            "a line of times has another number of fields file=" + file + " line=" + line);
                }
                long[] sums = times.computeIfAbsent(fields[0], name -> new long[FIELDS - 1]);
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += Long.parseLong(fields[i + 1]);
                }
            }
        }
        return times;
    }

    private static ClassTime suite(String module, Path report, Map<String, long[]> times) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream input = Files.newInputStream(report)) {
            XMLStreamReader xml = factory.createXMLStreamReader(input);
            xml.nextTag();
            Map<String, String> fields = new TreeMap<>();
            for (int i = 0; i < xml.getAttributeCount(); i++) {
                fields.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
            }
            String name = fields.get("name");
            long reportedMs = Math.round(Double.parseDouble(fields.get("time")) * 1000);
            long[] own = times.getOrDefault(name, new long[] {reportedMs, 0, 0});
            int failed = Integer.parseInt(fields.get("failures")) + Integer.parseInt(fields.get("errors"));
            return new ClassTime(module, name, Integer.parseInt(fields.get("tests")), failed, own[0], own[1], own[2]);
        } catch (XMLStreamException | RuntimeException e) {
            throw new IOException("cannot read a report of Surefire file=" + report, e);
        }
    }
}
