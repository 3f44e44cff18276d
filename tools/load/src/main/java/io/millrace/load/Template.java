package io.millrace.load;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders for parameters: <code>select * from account where id = ${id}</code>. Immutable. {@code $$}
 * stands for one dollar sign; a dollar sign before anything but a brace or a dollar stands for itself.
 */
public final class Template {
    private static final Pattern PLACE = Pattern.compile("\\$\\$|\\$\\{([^}]*)}?");

    private final String source;
    /** One more than there are placeholders. */
    private final List<String> literals = new ArrayList<>();

    private final List<Integer> places = new ArrayList<>();

    private Template(String source) {
        this.source = source;
    }

    /**
     * Reads a template.
     *
     * @param parameters the parameters it may refer to
     * @throws LoadException if it refers to another one
     */
    public static Template parse(String source, List<Parameter> parameters) {
        Template template = new Template(source);
        List<String> names = parameters.stream().map(Parameter::name).toList();
        Matcher matcher = PLACE.matcher(source);
        StringBuilder literal = new StringBuilder();
        int from = 0;
        while (matcher.find()) {
            literal.append(source, from, matcher.start());
            from = matcher.end();
            String name = matcher.group(1);
            if (name == null) {
                literal.append('$');
                continue;
            }
            int parameter = names.indexOf(name);
            if (parameter < 0 || !matcher.group().endsWith("}")) {
                throw new LoadException(
                        "template refers to an unknown value value=" + matcher.group() + " known=" + names);
            }
            template.literals.add(literal.toString());
            template.places.add(parameter);
            literal.setLength(0);
        }
        template.literals.add(literal.append(source, from, source.length()).toString());
        return template;
    }

    /** Returns the names that a text refers to, each once, in order. */
    static List<String> names(String source) {
        return PLACE.matcher(source)
                .results()
                .map(result -> result.group(1))
                .filter(name -> name != null)
                .distinct()
                .toList();
    }

    /** Returns whether it has no placeholders. */
    public boolean isConstant() {
        return places.isEmpty();
    }

    /** Returns, for each placeholder in order, the index of its parameter in {@link OperationSpec#parameters()}. */
    public List<Integer> places() {
        return List.copyOf(places);
    }

    /** Returns the text with the same marker for every placeholder, as prepared statements need it. */
    public String marked(String mark) {
        return String.join(mark, literals);
    }

    /** Appends the text with the values of an operation. */
    public void appendTo(StringBuilder out, Operation operation) {
        for (int i = 0; i < places.size(); i++) {
            out.append(literals.get(i));
            operation.appendTo(out, places.get(i));
        }
        out.append(literals.getLast());
    }

    /** Returns the text with the values of an operation. */
    public String text(Operation operation) {
        if (isConstant()) {
            return literals.getFirst();
        }
        StringBuilder out = new StringBuilder();
        appendTo(out, operation);
        return out.toString();
    }

    /** Returns its source text. */
    @Override
    public String toString() {
        return source;
    }
}
