package dev.holdfast.chaos.judge;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.holdfast.chaos", importOptions = ImportOption.DoNotIncludeTests.class)
class IndependenceTest {

    @ArchTest
    static final ArchRule the_record_and_the_judge_share_nothing_with_the_product = noClasses()
            .that()
            .resideInAnyPackage("dev.holdfast.chaos.record..", "dev.holdfast.chaos.judge..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.holdfast.task..",
                    "dev.holdfast.lease..",
                    "dev.holdfast.loop..",
                    "dev.holdfast.store..",
                    "dev.holdfast.messaging..",
                    "dev.holdfast.event..",
                    "dev.holdfast.fault..",
                    "dev.holdfast.worker..",
                    "dev.holdfast.dispatcher..",
                    "dev.holdfast.reaper..")
            .because("a mistake of the product must not be repeated by who judges it; write the rule down once more");

    @ArchTest
    static final ArchRule the_record_does_not_know_the_judge = noClasses()
            .that()
            .resideInAPackage("dev.holdfast.chaos.record..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.holdfast.chaos.judge..", "dev.holdfast.chaos.storm..")
            .because("whoever writes lines needs nothing but the lines");
}
