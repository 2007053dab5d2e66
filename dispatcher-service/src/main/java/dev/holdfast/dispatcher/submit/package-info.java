/**
 * How tasks come in over HTTP. The body is read within bounds ({@code Body}), its shape is checked field by field ({@code
 * TaskRequestReader}), its values against the limits and the defaults of its type ({@code TaskRules}); what survives is
 * stored by {@link dev.holdfast.store.submit.Submissions}, and the grant loop is told. The broker is not waited for.
 */
@NullMarked
package dev.holdfast.dispatcher.submit;

import org.jspecify.annotations.NullMarked;
