package io.millrace.concurrent;

/** {@link Padding} after the fields of the consumers. */
@SuppressWarnings("UnusedVariable") // padding, never read
abstract class QueueBackPadding<E> extends QueueConsumers<E> {
    private byte r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r0a, r0b, r0c, r0d, r0e, r0f;
    private byte r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r1a, r1b, r1c, r1d, r1e, r1f;
    private byte r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r2a, r2b, r2c, r2d, r2e, r2f;
    private byte r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r3a, r3b, r3c, r3d, r3e, r3f;
    private byte r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r4a, r4b, r4c, r4d, r4e, r4f;
    private byte r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r5a, r5b, r5c, r5d, r5e, r5f;
    private byte r60, r61, r62, r63, r64, r65, r66, r67, r68, r69, r6a, r6b, r6c, r6d, r6e, r6f;
    private byte r70, r71, r72, r73, r74, r75, r76, r77, r78, r79, r7a, r7b, r7c, r7d, r7e, r7f;
}
