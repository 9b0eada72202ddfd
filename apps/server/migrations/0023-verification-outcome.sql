-- What the provider said when its flow ended: a face that comes after a rejection goes before a person.
alter table kyc.verification
  add column outcome text check (outcome in ('verified', 'review', 'rejected'));
