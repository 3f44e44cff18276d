package io.millrace.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of lines with their colours, one after the other, in as many rows as they need. The width of a name is
 * estimated, on the safe side, since there are no font metrics.
 *
 * @param keys the names and their positions
 * @param rows how many rows they take
 */
record PlotLegend(List<Key> keys, int rows) {
    static final double ROW_HEIGHT = 16;

    private static final double CHARACTER_WIDTH = 7;
    private static final double MARGIN = 40;

    /** A name, cut to the width of a row, and its position. */
    record Key(String name, double x, int row) {}

    static PlotLegend of(List<String> names, double left, double right) {
        int mostCharacters = (int) ((right - left - MARGIN) / CHARACTER_WIDTH);
        List<Key> keys = new ArrayList<>();
        double x = left;
        int row = 0;
        for (String name : names) {
            String shown = name.length() > mostCharacters ? name.substring(0, mostCharacters - 1) + "…" : name;
            double width = MARGIN + shown.length() * CHARACTER_WIDTH;
            if (x > left && x + width > right) {
                x = left;
                row++;
            }
            keys.add(new Key(shown, x, row));
            x += width;
        }
        return new PlotLegend(List.copyOf(keys), row + 1);
    }

    /** Draws it with the first row at a height. */
    void draw(SvgText svg, double y) {
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            svg.key(key.x(), y + ROW_HEIGHT * key.row(), i, key.name());
        }
    }
}
