/** For tests of tampering: moves of a thief who knows the schema and wants coins. */
import type { TamperMove } from '../../../testing/tampering.ts'
import type { CoinMoney } from './coin-money.ts'

/** The name of the thief's account. */
export const thiefName = 'Tono'
/** SQL: the thief's user id. */
export const thiefId = `(select id from accounts.users where nickname = '${thiefName}')`

const setsOf =
  (table: string) =>
  (set: string): TamperMove => ({ table, set })

/** SQL: a stored order to the signer with one text replaced by another. */
export const reordered = (from: string, to: string): string =>
  `request = convert_to(regexp_replace(convert_from(t.request, 'UTF8'), '${from}', '${to}', 'g'), 'UTF8')`

/** Replaces a row's signed bytes by those of another transaction. */
const takeBytes = `do $$ declare own wallets.chain_transaction; other wallets.chain_transaction; begin
    select * into own from wallets.chain_transaction where ctid = :row;
    select * into other from wallets.chain_transaction
      where txid is not null and chain = own.chain and id <> own.id order by id limit 1;
    if other.id is null then return; end if;
    update wallets.chain_transaction set txid = null, bytes = null where id in (own.id, other.id);
    update wallets.chain_transaction set request = other.request, txid = other.txid,
      bytes = other.bytes, state = 'sent' where id = own.id;
  end $$`

function withdrawalMoves({ thiefAddress, ofUnit }: CoinMoney): readonly TamperMove[] {
  return [
    'to_address = other.to_address',
    `to_address = '${thiefAddress}'`,
    `to_address = '${thiefAddress}', request_mac = other.request_mac`,
    'user_id = other.user_id, to_address = other.to_address',
    `amount = t.amount + 1000000, net = t.net + 1000000, chain_amount = t.chain_amount + 1000000 * ${ofUnit}`,
    'fee = 0, net = t.amount',
    "reference = t.reference || 'x'",
    'hold_id = other.hold_id',
    'hold_id = other.hold_id, amount = other.amount, net = other.net, chain_amount = other.chain_amount',
    'approvals_needed = 0',
    `state = 'approved', cause = null, canceled_by = null`,
    `state = 'held', cause = null, canceled_by = null`,
    `state = 'waiting_approval', cause = null, canceled_by = null, approvals_needed = 0`,
    `state = 'signing', cause = null, canceled_by = null`,
    `state = 'confirming', cause = null, canceled_by = null`,
    `state = 'canceled', canceled_by = 'user'`,
    `state = 'failed', cause = null`,
    'user_id = other.user_id',
    'frozen_until = null, frozen_cause = null',
    'request_mac = other.request_mac',
    'approval = other.approval, approval_mac = other.approval_mac',
    'currency_id = other.currency_id, contract = other.contract, chain = other.chain',
  ].map(setsOf('wallets.chain_withdrawal'))
}

const depositMoves: readonly TamperMove[] = [
  ...[
    'user_id = other.user_id',
    `user_id = ${thiefId}`,
    `user_id = ${thiefId}, state = 'crediting', credit_proof = sha256('x')`,
    'amount = t.amount * 2, units = t.units * 2',
    'units = t.units * 2',
    `state = 'crediting', amount = t.amount * 2, units = t.units * 2, credit_proof = other.credit_proof`,
    `state = 'confirming', life = t.life + 1`,
    `state = 'confirming', life = t.life + 1, reversal_proof = t.credit_proof`,
    `state = 'confirming', cause = null`,
    `state = 'crediting', cause = 'in_suspense', suspense_units = t.units, granted_life = t.life`,
    `to_address = other.to_address, user_id = other.user_id`,
    `txid = other.txid || 'x'`,
    `output_index = t.output_index + 1, state = 'confirming'`,
    'currency_id = other.currency_id, contract = other.contract',
  ].map(setsOf('wallets.chain_deposit')),
  // Changes the identity of the credited row and gives it to another row.
  {
    table: 'wallets.chain_deposit',
    afterSet: `txid = txid || 'x'`,
    copyWith: { state: `'confirming'`, next_look_at: 'now()' },
  },
  {
    table: 'wallets.chain_deposit',
    afterSet: `txid = txid || 'x'`,
    copyWith: { state: `'crediting'`, next_look_at: 'now()' },
  },
  // Changes a deposit and its address together.
  {
    table: 'wallets.chain_deposit',
    sql: `with given as (update wallets.chain_address a set user_id = ${thiefId}
        from wallets.chain_deposit d where d.ctid = :row and a.address = d.to_address)
      update wallets.chain_deposit set user_id = ${thiefId} where ctid = :row`,
  },
]

function transactionMoves({ thiefAddress }: CoinMoney): readonly TamperMove[] {
  return [
    ...[
      'request = other.request',
      'request = other.request, txid = null, bytes = null',
      reordered('"destination":"[^"]*"', `"destination":"${thiefAddress}"`),
      reordered('"amount":"([0-9]*)"', '"amount":"\\11"'),
      // The maximum fee that the rules allow.
      reordered(
        '"max":"[0-9]*","priority":"[0-9]*"',
        '"max":"300000000000","priority":"300000000000"',
      ),
      `purpose = 'sweep', withdrawal_id = null`,
      `state = 'planned', txid = null, bytes = null`,
      ...['void', 'mined', 'final', 'displaced'].map((state) => `state = '${state}'`),
      'nonce = t.nonce + 1',
    ].map(setsOf('wallets.chain_transaction')),
    { table: 'wallets.chain_transaction', sql: takeBytes },
    { table: 'wallets.chain_nonce', set: 'next_nonce = t.next_nonce + 1' },
    { table: 'wallets.chain_nonce', set: 'next_nonce = greatest(t.next_nonce - 1, 0)' },
  ]
}

/**
 * A token of the thief, as if operators had added it: each of its smallest units would count as one bitcoin.
 */
export const fakeToken = `0x${'f4'.repeat(20)}`
const tokenMoves: readonly TamperMove[] = [
  {
    table: 'wallets.chain_cursor',
    sql: `insert into wallets.chain_token (chain, contract, currency_id, decimals, since_height, change_id)
      select 'ethereum', '${fakeToken}', 2, 0, 0, id from desk.change order by id limit 1`,
  },
  { table: 'wallets.chain_token', set: 'decimals = 0' },
  { table: 'wallets.chain_token', set: 'currency_id = 2' },
]

/** Our outputs, which payouts spend and create, and the blocks that they were read from. */
const outputMoves: readonly TamperMove[] = [
  ...[
    'amount = t.amount * 2',
    'key_index = other.key_index, branch = other.branch',
    'reserved_for = null',
    'reserved_for = other.reserved_for',
    'spent_txid = null, spent_height = null',
    // As if a block had paid waiting withdrawals.
    `spent_height = 1, spent_txid = (select txid from wallets.chain_transaction
       where withdrawal_id = t.reserved_for and txid is not null limit 1)`,
    'block_height = null, block_hash = null',
  ].map(setsOf('wallets.chain_outpoint')),
  { table: 'wallets.chain_outpoint', copyWith: { txid: `md5(txid) || md5(txid)` } },
  {
    table: 'wallets.chain_outpoint',
    copyWith: { output_index: 'output_index + 1', reserved_for: 'null', spent_txid: 'null' },
  },
  {
    table: 'wallets.chain_house_block',
    copyWith: { height: 'height + 1000', hash: `hash || 'x'` },
  },
  { table: 'wallets.chain_house_block', set: `hash = t.hash || 'x'` },
]

/** All moves for one kind of money. */
export function coinMoves(money: CoinMoney): readonly TamperMove[] {
  return [
    ...withdrawalMoves(money),
    ...depositMoves,
    ...transactionMoves(money),
    ...(money.chain === 'bitcoin' ? outputMoves : []),
    ...(money.isToken ? tokenMoves : []),
    { table: 'wallets.chain_address', set: 'seal = other.seal' },
    { table: 'wallets.chain_address', set: `user_id = ${thiefId}` },
    { table: 'wallets.chain_address', set: `address = '${money.thiefAddress}'` },
    { table: 'wallets.approval', set: 'row_id = other.row_id' },
    { table: 'desk.vote', copyWith: { entry_no: 'entry_no + 1', operator_id: 'operator_id - 1' } },
  ]
}
