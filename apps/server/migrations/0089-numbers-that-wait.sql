-- A number is one account's alone among those that are approved (SRV-39). Several accounts may wait with the same number:
-- operators see that on each of them, and none keeps another from being approved.
create index record_number_known on kyc.record (number_index) where number_index is not null;
drop index kyc.record_number;
create unique index record_number on kyc.record (number_index)
  where state = 'approved' and ended_at is null;
