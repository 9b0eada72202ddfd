-- Lists of own orders (SRV-55) stay quick with a million of them: open and closed orders have indexes of
-- their own, so that open ones are found without passing closed ones, and an order that is still open
-- costs its writer two entries. Those of closed orders begin with columns of few values, so that
-- filters by market and side are stretches of each of them (platform/lists/merged-page.ts).
drop index exchange.orders_open;
drop index exchange.orders_by_account;
drop index exchange.orders_by_account_market;
create index orders_open on exchange.orders (account_id, id) where status = 'open';
create index orders_closed_by_update on exchange.orders
  (account_id, market_id, side, updated_ms, id) include (created_ms, fill_count)
  where status <> 'open';
-- Serves ids too: they grow with time, and time never runs back.
create index orders_closed_by_creation on exchange.orders
  (account_id, market_id, side, created_ms, id) include (updated_ms, fill_count)
  where status <> 'open';
create index orders_closed_by_fills on exchange.orders
  (account_id, market_id, side, fill_count, id) where status <> 'open';
