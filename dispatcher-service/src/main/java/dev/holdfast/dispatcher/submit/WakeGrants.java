package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.reserve.GrantSignal;
import org.springframework.beans.factory.ObjectProvider;

/** Tells whoever grants, after a commit, that something may be grantable. If nobody listens, a sweep finds it. */
public final class WakeGrants {

    private final ObjectProvider<GrantSignal> signals;

    public WakeGrants(ObjectProvider<GrantSignal> signals) {
        this.signals = signals;
    }

    public void wake() {
        signals.orderedStream().forEach(GrantSignal::look);
    }
}
