package dev.holdfast.chaos.judge;

/** One promise. Its name is the row that it fills. */
interface Oracle {

    String name();

    void judge(Evidence evidence, Findings findings);
}
