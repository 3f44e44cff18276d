package io.millrace.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private static final List<Parameter> PARAMETERS =
            List.of(new Parameter("id", ValueKind.INTEGER), new Parameter("name", ValueKind.TEXT));

    @Test
    void placesBecomeMarksInOrder() {
        Template template = Template.parse("update t set n = ${name}, m = ${name} where id = ${id}", PARAMETERS);
        assertEquals("update t set n = ?, m = ? where id = ?", template.marked("?"));
        assertEquals(List.of(1, 1, 0), template.places());
        assertEquals(List.of("name", "id"), Template.names(template.toString()));
    }

    @Test
    void aDollarSignIsWrittenTwiceOrStandsForItself() {
        Template template = Template.parse("$5 $${id} {\"a\": 1}", PARAMETERS);
        assertTrue(template.isConstant());
        assertEquals("$5 ${id} {\"a\": 1}", template.text(null));
    }

    @Test
    void aNameThatIsNotThereIsNamed() {
        String message = assertThrows(LoadException.class, () -> Template.parse("${idd}", PARAMETERS))
                .getMessage();
        assertEquals("template refers to an unknown value value=${idd} known=[id, name]", message);
        assertThrows(LoadException.class, () -> Template.parse("a ${id", PARAMETERS));
    }
}
