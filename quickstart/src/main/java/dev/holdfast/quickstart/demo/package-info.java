/**
 * The main job, shown on real input to somebody who sees Holdfast for the first time.
 *
 * <p>Two repositories of files are mirrored by several exclusive syncs each, with shared checksum runs beside them; a
 * worker is killed in the middle. The commands themselves leave evidence of when they ran, outside of Holdfast, and a
 * {@link dev.holdfast.quickstart.demo.OverlapJudge} reads it. Everything random comes from one printed seed.
 */
@NullMarked
package dev.holdfast.quickstart.demo;

import org.jspecify.annotations.NullMarked;
