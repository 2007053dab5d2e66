package dev.holdfast.worker.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.lease.Incarnation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameLockTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final Incarnation first = Incarnation.next();
    private final Incarnation second = Incarnation.next();

    @Test
    void whoever_holds_the_lock_knows_that_those_named_in_the_file_are_dead() throws Exception {
        try (NameLock lock = NameLock.acquire(directory, "w")) {
            assertThat(lock.provesDeathOf(first, true)).isFalse();
            lock.announce(first);
            lock.settled(first);
        }
        try (NameLock lock = NameLock.acquire(directory, "w")) {
            assertThat(lock.provesDeathOf(first, false)).isTrue();
            assertThat(lock.provesDeathOf(second, true)).isFalse();
        }
    }

    @Test
    void a_living_holder_keeps_others_out() throws Exception {
        try (NameLock held = NameLock.acquire(directory, "w")) {
            held.announce(first);
            assertThatThrownBy(() -> NameLock.acquire(directory, "w")).isInstanceOf(NameLock.NameLockedException.class);
        }
    }

    @Test
    void a_start_that_dies_before_it_settled_leaves_the_proof_to_the_next() throws Exception {
        try (NameLock lock = NameLock.acquire(directory, "w")) {
            lock.announce(first);
        }
        try (NameLock lock = NameLock.acquire(directory, "w")) {
            lock.announce(second);
        }
        try (NameLock lock = NameLock.acquire(directory, "w")) {
            assertThat(lock.provesDeathOf(first, true)).isTrue();
            assertThat(lock.provesDeathOf(second, true)).isTrue();
            Incarnation third = Incarnation.next();
            lock.announce(third);
            lock.settled(third);
        }
        assertThat(Files.readAllLines(directory.resolve("w.lock"))).hasSize(1);
    }

    @Test
    void a_damaged_file_proves_nothing() throws Exception {
        Files.writeString(
                directory.resolve("w.lock"),
                "\u0000\u0001 rubbish\n" + first.toString().substring(5));
        try (NameLock lock = NameLock.acquire(directory, "w")) {
            assertThat(lock.provesDeathOf(first, true)).isFalse();
        }
    }

    @Test
    void network_file_systems_are_known_by_their_type() {
        assertThat(NameLock.isLocal("ext4")).isTrue();
        assertThat(NameLock.isLocal("overlay")).isTrue();
        assertThat(NameLock.isLocal("nfs4")).isFalse();
        assertThat(NameLock.isLocal("fuse.sshfs")).isFalse();
    }
}
