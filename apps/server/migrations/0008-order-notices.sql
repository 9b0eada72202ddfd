-- Up to which command each account has read of the ends of its orders. Those are read from the orders
-- themselves, so that trading writes nothing for them.
create table notifications.read_mark (
  account_id bigint primary key,
  seq        bigint not null
);
