package io.millrace.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodeTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`a(\"x\");`|`a(   );`",
                "`a(\"x\\\"y\"); b`|`a(      ); b`",
                "`a('\"'); b(\"c\")`|`a(   ); b(   )`",
                "`a // b`|`a     `",
                "`a /* b */ c`|`a         c`",
                "`a \"\"\" \"b\" \"\"\" c`|`a             c`",
                "`\"//\" + a`|`     + a`"
            })
    void onlyCodeRemainsWhereItWas(String source, String code) {
        assertEquals(code, CodeText.of(source));
    }
}
