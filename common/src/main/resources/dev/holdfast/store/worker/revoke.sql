-- ALIVE | DRAINING -> CONDEMNED
-- The lease is renewed no more. The caller has locked the row.
update worker set state = 'CONDEMNED' where incarnation = :incarnation and state in ('ALIVE', 'DRAINING')
