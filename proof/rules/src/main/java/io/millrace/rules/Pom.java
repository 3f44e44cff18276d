package io.millrace.rules;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What the rules ask of a module's {@code pom.xml}. */
record Pom(
        String artifact,
        String version,
        List<List<String>> moduleLists,
        List<Dependency> dependencies,
        List<String> managed) {

    /** Returns the modules of the project and of its profiles. */
    List<String> modules() {
        return moduleLists.stream().flatMap(List::stream).toList();
    }

    record Dependency(String group, String artifact, String scope) {

        boolean isTest() {
            return scope.equals("test");
        }

        boolean isOurs() {
            return group.equals("io.millrace");
        }
    }

    static Pom parse(RepositoryFile file) {
        Element project;
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            project = factory.newDocumentBuilder()
                    .parse(new InputSource(new StringReader(file.text())))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalArgumentException("cannot parse file=" + file.path(), e);
        }
        List<List<String>> moduleLists = new ArrayList<>();
        List<Element> parts = new ArrayList<>(List.of(project));
        children(project, "profiles").forEach(profiles -> parts.addAll(children(profiles, "profile")));
        for (Element part : parts) {
            for (Element list : children(part, "modules")) {
                moduleLists.add(children(list, "module").stream()
                        .map(module -> module.getTextContent().strip())
                        .toList());
            }
        }
        List<Dependency> dependencies = new ArrayList<>();
        for (Element list : children(project, "dependencies")) {
            for (Element dependency : children(list, "dependency")) {
                dependencies.add(new Dependency(
                        text(dependency, "groupId"), text(dependency, "artifactId"), text(dependency, "scope")));
            }
        }
        List<String> managed = new ArrayList<>();
        for (Element management : children(project, "dependencyManagement")) {
            for (Element list : children(management, "dependencies")) {
                children(list, "dependency").forEach(dependency -> managed.add(text(dependency, "artifactId")));
            }
        }
        return new Pom(text(project, "artifactId"), text(project, "version"), moduleLists, dependencies, managed);
    }

    private static String text(Element parent, String name) {
        List<Element> found = children(parent, name);
        return found.isEmpty() ? "" : found.getFirst().getTextContent().strip();
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }
}
