-- What a verification is about: its findings count only for the record as it stood when they were made.
alter table kyc.verification add column record_version integer not null default 0;
