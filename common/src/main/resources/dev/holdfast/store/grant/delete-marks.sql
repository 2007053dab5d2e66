-- WAITING -> WAITING
-- Exactly the marks that were read. By their physical address, which nobody else can reuse: marks are never updated, and
-- deleted by passes alone. A lookup by key would walk over the entries of dead marks that an old snapshot keeps.
delete from grant_mark g where g.ctid = any(cast(cast(:tids as text[]) as tid[]))
