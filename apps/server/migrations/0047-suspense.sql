-- What of a deposit's credit went to suspense, beyond the currency's bound (R-08): kept in the row, so that no
-- credit is ever sent again for want of its answer. Two people let it go to its owner, once there is room.
alter table wallets.chain_deposit add column suspense_units bigint check (suspense_units > 0);
-- Up to which life, as the deposit counts them; 0: none yet.
alter table wallets.chain_deposit add column granted_life integer not null default 0;
alter table wallets.deposit add column suspense_units bigint check (suspense_units > 0);

-- What went there before it was kept. The account of suspense is 7.
update wallets.chain_deposit d set cause = 'in_suspense', suspense_units = t.units
from (select source, sum(amount)::bigint as units from exchange.transfer
  where to_account_id = 7 and command_kind = 'credit' and suspended group by source) t
where t.source = 'chain_deposit:' || d.id and d.state = 'crediting';
-- Of rupiah the row said that it was credited.
with found as (
  update wallets.deposit d set state = 'quarantined', cause = 'in_suspense', suspense_units = t.units,
    alarm = 'in_suspense', version = version + 1
  from (select source, sum(amount)::bigint as units from exchange.transfer
    where to_account_id = 7 and command_kind = 'credit' and suspended group by source) t
  where t.source = 'deposit:' || d.id and d.state = 'credited'
  returning d.id
)
insert into wallets.step (kind, row_id, no, state, cause)
select 'deposit', f.id, count(s.no) + 1, 'quarantined', 'in_suspense'
from found f left join wallets.step s on s.kind = 'deposit' and s.row_id = f.id group by f.id;
