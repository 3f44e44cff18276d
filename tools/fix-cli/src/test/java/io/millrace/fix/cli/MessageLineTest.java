package io.millrace.fix.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.FixDictionaries;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEntries;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageLineTest {

    private static final FixDictionary FIX44 =
            FixDictionaries.of(List.of()).of("FIX.4.4").dictionary();

    private final MessageLine lines = new MessageLine(FIX44);

    private FixMessage message(String line) {
        FixWriter writer = new FixWriter();
        lines.write(line, writer, "id1", to -> to.put(60, "20260302-08:00:00"));
        writer.finish("FIX.4.4");
        FixMessage message = new FixMessage();
        assertEquals(FixFault.NONE, message.parse(writer.bytes(), writer.offset(), writer.length(), FIX44));
        return message;
    }

    @Test
    void whatAMessageNeedsIsAddedAndMeaningsAreValues() {
        FixMessage order = message("newordersingle symbol=IBM Side=buy OrderQty=100 40=2 Price=101.5");
        assertEquals("D", order.text(35));
        assertEquals("1", order.text(54));
        assertEquals("2", order.text(40));
        assertEquals(
                "NewOrderSingle ClOrdID=id1 Symbol=IBM Side=Buy OrderQty=100 OrdType=Limit Price=101.5"
                        + " TransactTime=20260302-08:00:00",
                lines.text(order));
    }

    @Test
    void aLineThatWasShownGivesTheSameMessage() {
        String first = lines.text(message("35=D|11=7|55=IBM|54=2|38=5|40=1|58=two words|60=20260302-09:00:00"));
        assertTrue(first.contains("Text=\"two words\""), first);
        assertEquals(first, lines.text(message(first)));
    }

    @Test
    void groupsAreFieldsInTheirOrderAndHeadersComeFirst() {
        FixMessage request = message("MarketDataRequest MDReqID=m SubscriptionRequestType=1 MarketDepth=0"
                + " NoMDEntryTypes=2 MDEntryType=Bid MDEntryType=Offer NoRelatedSym=1 Symbol=IBM OnBehalfOfCompID=X");
        FixEntries symbols = request.group(146);
        assertTrue(symbols.next());
        assertEquals("IBM", symbols.text(55));
        assertTrue(request.find(115) < request.find(262), request.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "NoSuchThing Symbol=IBM, message=NoSuchThing",
        "NewOrderSingle Nothing=1, field=Nothing=1",
        "NewOrderSingle Symbol, field=Symbol",
        "NewOrderSingle Symbol=, field=Symbol=",
        "NewOrderSingle Text=\"a b, a quote does not end",
        "35=D|x, field=x"
    })
    void whatIsNoMessageIsNamed(String line, String part) {
        Exception error = assertThrows(IllegalArgumentException.class, () -> message(line));
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }
}
