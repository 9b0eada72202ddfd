/**
 * The same model in PostgreSQL: the product's stores and executor, with a ledger that books each command id
 * once.
 */
import { createLog } from '../../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../../platform/database/pool.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Command } from '@tukar/core'
import { advanceRow } from '../../machine/advance.ts'
import { claimDue } from '../../machine/row-store.ts'
import type { Checkpoint } from '../tracking/chain-view.ts'
import { chainTable } from '../chains.ts'
import { createDepositExecutor } from '../deposits/deposit-executor.ts'
import { nothingKnown } from '../deposits/deposit-row.ts'
import { readChainDeposit, storeSender } from '../deposits/deposit-store.ts'
import { openChain, storeView, tipOf } from '../tracking/tracker-store.ts'
import { insertAddress } from '../addresses/address-store.ts'
import { genesisHash } from './chain-model.ts'
import { nodesAgree } from './coins.ts'
import type { DepositModel, StoredDeposit, ModelRules } from './deposit-model.ts'

const epoch = 0
/** More rounds than any history needs. Beyond it, rows would make each other due forever. */
const roundsMax = 40

class Killed extends Error {}

export type StoredModel = DepositModel & {
  readonly database: Database
  /** Reads rows again after other writers changed them. */
  readonly refresh: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Creates a model in a database with an empty schema, for a model chain or a real node. */
export async function createStoredModel(
  databaseUrl: string,
  model: ModelRules,
  firstHash: string = genesisHash,
): Promise<StoredModel> {
  const { asset, finality } = model
  const { chain } = asset
  const log = createLog('silent')
  const database = openDatabase(databaseUrl, log)
  await seed(database, model, firstHash)
  const rules = { chain, finality, assets: [asset] }
  const books = createBooks()
  let rows: readonly StoredDeposit[] = []
  let checkpoints: readonly Checkpoint[] = []

  const refresh = async () => {
    rows = await readAll(database)
    const tip = await tipOf(database, chain)
    checkpoints = tip === null ? [] : [tip]
  }
  const deps = {
    database,
    engine: books.engine,
    log,
    assets: [asset],
    witness: null,
    ...nodesAgree,
    async notify(
      _: unknown,
      row: { readonly rowId: number; readonly state: StoredDeposit['state'] },
    ) {
      const before = rows.find(({ rowId }) => rowId === row.rowId)
      const now = { ...before, ...row } as StoredDeposit
      model.onMove(now, row.state)
    },
  }

  /** Processes due rows; false if the process crashed. */
  async function round(isCut: () => boolean): Promise<number | 'killed'> {
    const due = await claimDue(database, 'chain_deposit', { epoch, max: 100 })
    for (const rowId of due) {
      const executor = createDepositExecutor(deps, rowId, epoch)
      const mortal: typeof executor = {
        ...executor,
        async act(row, act, facts) {
          if (isCut()) throw new Killed()
          const known = await executor.act(row, act, facts)
          if (isCut()) throw new Killed()
          return known
        },
      }
      try {
        await advanceRow(mortal, nothingKnown, () => false)
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        return 'killed'
      }
    }
    return due.length
  }

  return {
    database,
    refresh,
    get rows() {
      return rows
    },
    get checkpoints() {
      return checkpoints
    },
    booked: books.booked,
    suspended: books.suspended,
    balance: books.balance,
    async storeView(view) {
      const tracked = await storeView({ database, keys: testKeys }, { epoch, rules, view })
      await refresh()
      return tracked
    },
    async work(isCut = () => false) {
      for (let no = 0; no < roundsMax; no += 1) {
        const done = await round(isCut)
        await refresh()
        if (done === 0) return
        if (done !== 'killed') continue
        // The next process releases the claims of the crashed one.
        await database.query('update wallets.chain_deposit set taken_until = null')
        return
      }
      throw new Error('deposits make each other due forever')
    },
    async noteOwnMove(txid) {
      await database.query(
        `insert into wallets.chain_transaction (chain, purpose, no, request, txid, bytes, fee_max)
         values ($1, 'gas_funding', 1, '\\x00', $2, '\\x00', 0)`,
        [chain, txid],
      )
    },
    async giveSender(rowId) {
      const userId = rows.find((row) => row.rowId === rowId)?.userId ?? 0
      const sender = { name: 'Sari', address: 'Jalan Merdeka 1', idNumber: null }
      await storeSender(database, { rowId, userId }, sender)
      await refresh()
    },
    close: () => database.end(),
  }
}

async function seed(
  database: Database,
  { addresses, asset }: ModelRules,
  firstHash: string,
): Promise<void> {
  const { family } = chainTable[asset.chain]
  await openChain(database, asset.chain, firstHash)
  for (const [address, userId] of addresses) {
    await database.query(
      `insert into accounts.users (id, full_name, nickname, email, email_key)
       values ($1, $2, $2, $2, $2)`,
      [userId, address],
    )
    await insertAddress(database, testKeys, { family, userId, index: userId, address })
  }
}

async function readAll(database: Database): Promise<readonly StoredDeposit[]> {
  const found = await database.query<{ id: number; isCoinbase: boolean }>(
    'select id, is_coinbase as "isCoinbase" from wallets.chain_deposit order by id',
  )
  const rows: StoredDeposit[] = []
  for (const { id, isCoinbase } of found.rows) {
    rows.push({ ...(await readChainDeposit(database, id)), isCoinbase, countedAt: null })
  }
  return rows
}

function createBooks() {
  const done = new Set<string>()
  const booked: Command[] = []
  const suspended = new Set<number>()
  const balances = new Map<number, number>()
  const engine: Pick<Engine, 'submit'> = {
    submit(command, commandId) {
      const id = JSON.stringify(commandId)
      if (!done.has(id)) {
        booked.push(command)
        if (command.kind === 'suspend_account') suspended.add(command.accountId)
        if (command.kind === 'credit' || command.kind === 'reverse_credit') {
          const sign = command.kind === 'credit' ? 1 : -1
          const { accountId, amount } = command
          balances.set(accountId, (balances.get(accountId) ?? 0) + sign * amount)
        }
      }
      done.add(id)
      return Promise.resolve({ status: 'accepted', seq: 0, timeMs: 0, events: [] })
    },
  }
  return { engine, booked, suspended, balance: (userId: number) => balances.get(userId) ?? 0 }
}
