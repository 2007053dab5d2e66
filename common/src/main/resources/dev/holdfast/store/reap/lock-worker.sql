-- A worker's row, whatever its state, against everybody who would change or end it.
select w.state from worker w where w.incarnation = :incarnation for update
