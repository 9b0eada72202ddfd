-- Where addresses are counted on from after the database was put back: what was given out since the backup is
-- in no row, and must be given to nobody else.
create table wallets.address_floor (
  family text primary key check (family in ('bitcoin', 'evm')),
  index  integer not null
);
