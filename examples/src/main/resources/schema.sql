create table if not exists report (
  name text primary key,
  token bigint not null,
  text text not null
);
