-- An order is updated at or after its creation, mostly within a day. So a list of orders updated in some
-- time, oldest first, need not look at all that were created before it, but for those that lived longer:
-- they have indexes of their own, and so has the list of orders created in some time, newest update
-- first (modules/orders/store.ts).
create index orders_long_lived_by_creation on exchange.orders
  (account_id, market_id, side, created_ms, id) include (updated_ms)
  where status <> 'open' and updated_ms - created_ms > 86400000;
create index orders_long_lived_by_update on exchange.orders
  (account_id, market_id, side, updated_ms, id) include (created_ms)
  where status <> 'open' and updated_ms - created_ms > 86400000;
