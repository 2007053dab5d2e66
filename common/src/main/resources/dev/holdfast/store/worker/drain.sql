-- ALIVE -> DRAINING
update worker set state = 'DRAINING' where incarnation = :incarnation and state = 'ALIVE'
