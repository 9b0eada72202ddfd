/** The same world in PostgreSQL: the product's stores, hands and hints, with books that do each id once. */
import { createLog } from '../../../../platform/logging/log.ts'
import { type Database, openDatabase } from '../../../../platform/database/pool.ts'
import { testKeys } from '../../../../platform/secrets/testing/secrets.ts'
import type { Engine } from '../../../../engine/index.ts'
import type { Command } from '@tukar/core'
import { lookAt } from '../../machine/look.ts'
import { takeDue } from '../../machine/row-store.ts'
import type { Mark } from '../tracking/chain-view.ts'
import { chainTable } from '../chains.ts'
import { chainDepositHands } from '../deposits/deposit-hands.ts'
import { nothingKnown } from '../deposits/deposit-row.ts'
import { readChainDeposit, tellSender } from '../deposits/deposit-store.ts'
import { openChain, takeIn, tipOf } from '../tracking/tracker-store.ts'
import { insertAddress } from '../addresses/address-store.ts'
import { genesisHash } from './chain-model.ts'
import { nodesAgree } from './coins.ts'
import type { DepositWorld, KeptDeposit, WorldRules } from './deposit-world.ts'

const epoch = 0
/** More than any history takes: beyond it rows make each other due for ever. */
const roundsMax = 40

class Killed extends Error {}

export type StoredWorld = DepositWorld & {
  readonly database: Database
  /** Reads rows again that something else wrote. */
  readonly refresh: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A world in a database with nothing but the schema in it, of a model or of the chain of a real node. */
export async function createStoredWorld(
  databaseUrl: string,
  world: WorldRules,
  firstHash: string = genesisHash,
): Promise<StoredWorld> {
  const { asset, finality } = world
  const { chain } = asset
  const log = createLog('silent')
  const database = openDatabase(databaseUrl, log)
  await seed(database, world, firstHash)
  const rules = { chain, finality, assets: [asset] }
  const books = createBooks()
  let rows: readonly KeptDeposit[] = []
  let marks: readonly Mark[] = []

  const refresh = async () => {
    rows = await readAll(database)
    const tip = await tipOf(database, chain)
    marks = tip === null ? [] : [tip]
  }
  const parts = {
    database,
    engine: books.engine,
    log,
    assets: [asset],
    witness: null,
    ...nodesAgree,
    async tell(_: unknown, row: { readonly rowId: number; readonly state: KeptDeposit['state'] }) {
      const before = rows.find(({ rowId }) => rowId === row.rowId)
      const now = { ...before, ...row } as KeptDeposit
      world.onMove(now, row.state)
    },
  }

  /** Looks at what is due; false where the process died. */
  async function round(isCut: () => boolean): Promise<number | 'killed'> {
    const due = await takeDue(database, 'chain_deposit', { epoch, max: 100 })
    for (const rowId of due) {
      const hands = chainDepositHands(parts, rowId, epoch)
      const mortal: typeof hands = {
        ...hands,
        async act(row, act, facts) {
          if (isCut()) throw new Killed()
          const known = await hands.act(row, act, facts)
          if (isCut()) throw new Killed()
          return known
        },
      }
      try {
        await lookAt(mortal, nothingKnown, () => false)
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
    get marks() {
      return marks
    },
    booked: books.booked,
    suspended: books.suspended,
    balance: books.balance,
    async takeIn(view) {
      const tracked = await takeIn({ database, keys: testKeys }, { epoch, rules, view })
      await refresh()
      return tracked
    },
    async work(isCut = () => false) {
      for (let no = 0; no < roundsMax; no += 1) {
        const done = await round(isCut)
        await refresh()
        if (done === 0) return
        if (done !== 'killed') continue
        // The next process ends the looks of the one that died.
        await database.query('update wallets.chain_deposit set taken_until = null')
        return
      }
      throw new Error('deposits make each other due for ever')
    },
    async noteOwnMove(txid) {
      await database.query(
        `insert into wallets.chain_transaction (chain, purpose, no, request, txid, bytes, fee_max)
         values ($1, 'gas_funding', 1, '\\x00', $2, '\\x00', 0)`,
        [chain, txid],
      )
    },
    async tellSender(rowId) {
      const userId = rows.find((row) => row.rowId === rowId)?.userId ?? 0
      const sender = { name: 'Sari', address: 'Jalan Merdeka 1', idNumber: null }
      await tellSender(database, { rowId, userId }, sender)
      await refresh()
    },
    close: () => database.end(),
  }
}

async function seed(
  database: Database,
  { addresses, asset }: WorldRules,
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

async function readAll(database: Database): Promise<readonly KeptDeposit[]> {
  const found = await database.query<{ id: number; isCoinbase: boolean }>(
    'select id, is_coinbase as "isCoinbase" from wallets.chain_deposit order by id',
  )
  const rows: KeptDeposit[] = []
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
