package dev.holdfast.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;

/** The package tree is the architecture. */
@AnalyzeClasses(packages = "dev.holdfast", importOptions = ArchitectureTest.MainCode.class)
class ArchitectureTest {

    /** Neither test classes nor the jar of them that modules share. */
    static final class MainCode implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule services_do_not_import_each_other = slices().matching(
                    "dev.holdfast.(dispatcher|worker|reaper|quickstart)..")
            .should()
            .notDependOnEachOther()
            .because("services agree through `common` and the database only; move what two of them need there");

    @ArchTest
    static final ArchRule common_knows_no_service = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.holdfast.task..",
                    "dev.holdfast.lease..",
                    "dev.holdfast.loop..",
                    "dev.holdfast.store..",
                    "dev.holdfast.messaging..",
                    "dev.holdfast.event..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.holdfast.dispatcher..",
                    "dev.holdfast.worker..",
                    "dev.holdfast.reaper..",
                    "dev.holdfast.quickstart..")
            .because("`common` is what services agree on; hand it an interface");

    @ArchTest
    static final ArchRule the_vocabulary_knows_no_framework = noClasses()
            .that()
            .resideInAPackage("dev.holdfast.task..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "java.sql..", "com.rabbitmq..", "tools.jackson..")
            .because("states and names must be readable without any of them");

    @ArchTest
    static final ArchRule only_the_store_writes_sql = noClasses()
            .that()
            .resideOutsideOfPackages("dev.holdfast.store..", "dev.holdfast.chaos..", "dev.holdfast.quickstart..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework.jdbc.core..",
                    "java.sql..",
                    "jakarta.persistence..",
                    "org.springframework.data.jpa..")
            .because("the store is the one door to PostgreSQL; add a method with a name of your language there");

    @ArchTest
    static final ArchRule only_messaging_publish_and_receive_touch_amqp = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.holdfast.messaging..",
                    "dev.holdfast.dispatcher.publish..",
                    "dev.holdfast.worker.receive..",
                    "dev.holdfast.chaos..",
                    "dev.holdfast.quickstart..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.rabbitmq..", "org.springframework.amqp..")
            .because("a message is a hint; whoever else needs one asks them through an interface");

    @ArchTest
    static final ArchRule no_cycles_in_common = slices().matching(
                    "dev.holdfast.(task|lease|loop|store|messaging|event)..")
            .should()
            .beFreeOfCycles();

    @ArchTest
    static final ArchRule no_cycles_in_the_dispatcher =
            slices().matching("dev.holdfast.dispatcher.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule no_cycles_in_the_worker =
            slices().matching("dev.holdfast.worker.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule no_cycles_in_the_reaper =
            slices().matching("dev.holdfast.reaper.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule no_cycles_in_the_store =
            slices().matching("dev.holdfast.store.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule time_comes_from_the_database_or_the_monotonic_clock = noClasses()
            .that()
            .resideOutsideOfPackages("dev.holdfast.chaos..", "dev.holdfast.quickstart..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(OffsetDateTime.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .because(
                    "clocks of two machines differ: take clock_timestamp() in a statement, System.nanoTime(), or a java.time.Clock");

    @ArchTest
    static final ArchRule names_say_what_a_class_does = noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .because("a package is a verb and a class a role in it");
}
