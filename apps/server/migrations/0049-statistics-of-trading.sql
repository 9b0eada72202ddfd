-- Statistics of these tables are reckoned anew once as much was written as they held, not with each tenth of it.
-- While it is done a core is taken from people's orders, and under load that was each half minute. The queries
-- of these tables go by keys, and how many rows there are the planner sees by their size.
alter table exchange.orders set (autovacuum_analyze_scale_factor = 1);
alter table exchange.trade set (autovacuum_analyze_scale_factor = 1);
alter table exchange.command_answer set (autovacuum_analyze_scale_factor = 1);
alter table exchange.journal set (autovacuum_analyze_scale_factor = 1);
