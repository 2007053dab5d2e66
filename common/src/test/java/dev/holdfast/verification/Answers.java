package dev.holdfast.verification;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The rules and cases of {@code docs/verification.md} that this test answers. Put it on a test only if breaking the rule
 * turns the test red. The build compares it with the table, in both directions.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
public @interface Answers {

    /** Numbers such as {@code P1} or {@code O12}. */
    String[] value();
}
