package io.millrace.fix;

import java.util.ArrayList;
import java.util.List;

/** A list of constants, which a field holds with blanks between them. */
final class CodesForm implements ObjectForm {

    private final CodeForm codes;
    private final boolean reused;
    private final Reusables<List<Object>> lists = new Reusables<>(ArrayList::new);
    private final StringBuilder text = new StringBuilder();

    CodesForm(CodeForm codes, boolean reused) {
        this.codes = codes;
        this.reused = reused;
    }

    @Override
    public void restart() {
        lists.restart();
    }

    private List<Object> list() {
        List<Object> list = reused ? lists.next() : new ArrayList<>();
        list.clear();
        return list;
    }

    @Override
    public Object read(FixMessage message, int at, int tag) {
        List<Object> constants = list();
        int from = message.start(at);
        for (int i = from; i <= message.end(at); i++) {
            if (i == message.end(at) || message.bytes()[i] == ' ') {
                constants.add(codes.read(message, at, tag, from, i));
                from = i + 1;
            }
        }
        return reused ? constants : List.copyOf(constants);
    }

    @Override
    public void write(FixWriter out, int tag, Object value, FixTime.Precision precision) {
        List<?> constants = (List<?>) value;
        text.setLength(0);
        for (int i = 0; i < constants.size(); i++) {
            text.append(i == 0 ? "" : " ").append(codes.code(constants.get(i)));
        }
        out.put(tag, text);
    }

    @Override
    public Object cleared(Object initial) {
        return initial == null || !reused ? initial : list();
    }

    @Override
    public boolean isEmpty(Object value) {
        return ((List<?>) value).isEmpty();
    }
}
