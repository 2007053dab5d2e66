-- Who holds something, by the reservations alone. The two partial indexes keep those who wait out of it.
(select r.task_id as id from reservation r where r.status = 'H' and r.exclusive limit :most)
union
(select r.task_id from reservation r where r.status = 'H' and not r.exclusive limit :most)
