package io.millrace.benchmarks;

import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Draws how a hash spreads as SVG: left how many bits change with one bit of the input, beside fair coins, right how
 * often each bit does, beside the hash of strings of the JDK.
 */
final class SpreadPlot {
    private static final int WIDTH = 340;
    private static final int HEIGHT = 220;
    private static final int LEFT = 60;
    private static final int TOP = 40;
    private static final int CHART = 430;
    private static final int TICKS = 4;
    private static final int TICK_BITS = 8;
    private static final double MOST_BY_COUNT = 0.12;
    private static final int[] LENGTHS = {8, 48};
    private static final String OURS = "#1b6ca8";
    private static final String COINS = "#c05a1c";
    private static final String STRINGS = "#7a4fa3";

    private final StringBuilder text = new StringBuilder();

    private SpreadPlot() {}

    static String draw() {
        return new SpreadPlot().drawn();
    }

    private String drawn() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">",
                2 * CHART, TOP + HEIGHT + 70);
        add("<title>Bits of a hash that change with one bit of its input</title>");
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        axes(0, "share of inputs, by how many of 64 bits change", MOST_BY_COUNT);
        axes(CHART, "share of inputs in which a bit changes, by bit", 1);
        line(0, Long.SIZE + 1, MOST_BY_COUNT, COINS, 6, count -> HashSpread.ofCoins(Long.SIZE, count));
        for (int length : LENGTHS) {
            HashSpread ours = HashSpread.ofWyHash(length);
            HashSpread strings = HashSpread.ofString(length);
            line(0, ours.bits() + 1, MOST_BY_COUNT, OURS, 2, ours::ofCount);
            line(CHART, ours.bits(), 1, OURS, 2, ours::ofBit);
            line(CHART, strings.bits(), 1, STRINGS, 2, strings::ofBit);
        }
        legend(LEFT, OURS, "WyHash, inputs of 8 and of 48 bytes");
        legend(LEFT + 250, COINS, "64 fair coins");
        legend(LEFT + 370, STRINGS, "String.hashCode, of 8 and of 48 letters");
        add("</svg>");
        return text.toString();
    }

    private void axes(int x, String title, double most) {
        add("<text x=\"%d\" y=\"24\" font-weight=\"bold\">%s</text>", x + LEFT, title);
        for (int tick = 0; tick <= TICKS; tick++) {
            int y = TOP + HEIGHT - HEIGHT * tick / TICKS;
            add("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>", x + LEFT, y, x + LEFT + WIDTH, y);
            add("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.2f</text>", x + LEFT - 6, y + 4, most * tick / TICKS);
        }
        for (int bits = 0; bits <= Long.SIZE; bits += TICK_BITS) {
            add(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>",
                    x + across(bits), TOP + HEIGHT + 18, bits);
        }
    }

    private void line(int x, int points, double most, String colour, int width, IntToDoubleFunction value) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < points; i++) {
            double y = TOP + HEIGHT - HEIGHT * Math.min(1, value.applyAsDouble(i) / most);
            line.append(String.format(Locale.ROOT, "%.1f,%.1f ", x + across(i), y));
        }
        add(
                "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-opacity=\"0.6\"/>",
                line.toString().strip(), colour, width);
    }

    private void legend(int x, String colour, String name) {
        add("<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>", x, TOP + HEIGHT + 50, colour, name);
    }

    private static double across(int bits) {
        return LEFT + (double) WIDTH * bits / Long.SIZE;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library that is not needed otherwise
    private void add(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
