package dev.holdfast.quickstart.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlapJudgeTest {

    private final Path dir;

    OverlapJudgeTest(@TempDir Path dir) {
        this.dir = dir;
    }

    @Test
    void runs_one_after_the_other_and_readers_side_by_side_are_well() throws IOException {
        assertThat(judge("""
                enter a#1 exclusive 10
                tick a#1
                leave a#1
                enter b#1 shared 11
                enter c#1 shared 12
                tick b#1
                tick c#1
                leave b#1
                leave c#1
                enter d#1 exclusive 13
                leave d#1
                """)).isEmpty();
    }

    @Test
    void a_second_exclusive_run_before_the_first_has_left_is_an_overlap() throws IOException {
        assertThat(judge("""
                enter a#1 exclusive 10
                enter b#1 exclusive 11
                leave a#1
                leave b#1
                """)).containsExactly("repo: b#1 entered while a#1 was at work");
    }

    @Test
    void a_reader_beside_a_sync_is_an_overlap_whoever_came_first() throws IOException {
        assertThat(judge("enter a#1 exclusive 10\nenter b#1 shared 11\nleave b#1\nleave a#1\n"))
                .containsExactly("repo: b#1 entered while a#1 was at work");
        assertThat(judge("enter a#1 shared 10\nenter b#1 exclusive 11\nleave b#1\nleave a#1\n"))
                .containsExactly("repo: b#1 entered while a#1 was at work");
    }

    @Test
    void a_killed_run_that_is_silent_when_the_next_enters_is_well() throws IOException {
        assertThat(judge("""
                enter a#1 exclusive 10
                tick a#1
                tick a#1
                enter a#2 exclusive 11
                stale a#2 a#1
                leave a#2
                """)).isEmpty();
    }

    @Test
    void a_killed_run_that_ticks_after_the_next_has_entered_is_an_overlap() throws IOException {
        assertThat(judge("""
                enter a#1 exclusive 10
                tick a#1
                enter a#2 exclusive 11
                tick a#1
                leave a#2
                """)).containsExactly("repo: a#2 entered while a#1 was at work");
    }

    @Test
    void what_a_command_saw_itself_counts() throws IOException {
        assertThat(judge("enter a#1 shared 10\nconflict a#1 b#1\n")).containsExactly("repo: a#1 met b#1 alive");
    }

    @Test
    void evidence_that_cannot_be_read_is_a_fault_but_an_unfinished_last_line_is_not() throws IOException {
        assertThat(judge("enter a#1\n")).containsExactly("repo: unreadable evidence: enter a#1");
        assertThat(judge("enter a#1 shared 10\nleave a#1\nenter b#")).isEmpty();
    }

    private List<String> judge(String text) throws IOException {
        return OverlapJudge.judge(Evidence.read("repo", Files.writeString(dir.resolve("evidence"), text)));
    }
}
