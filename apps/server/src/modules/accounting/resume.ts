/**
 * Resumes a halted currency: the change `currency.resume` needs two operators, and no open mismatch of the
 * currency.
 */
import { rupiahId } from '@tukar/core'
import { booksTexts } from '@tukar/i18n/server'
import { ResumeCurrencyInput } from '@tukar/wire'
import type * as z from 'zod/mini'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type ChangeKind, type ChangeLine, createLocalText } from '../desk/index.ts'
import type { Accounting } from './accounting.ts'
import { alignMarkets, type AlignDeps, endHalt, type Halt, listHalts } from './halts.ts'
import { listOpenMismatches } from './reconciliation-store.ts'
import { fullChecks } from './run-reconciliation.ts'
import { gatewayGap } from './external-checks.ts'

type Resume = z.infer<typeof ResumeCurrencyInput>

/** The id of a listed currency by its symbol. */
export type CurrencyIds = (symbol: string) => number | null

const words = createLocalText(booksTexts)

export type ResumeDeps = AlignDeps & {
  readonly work: Pick<Accounting, 'reconcile'>
  readonly currencyIdOf: CurrencyIds
}

/** The change `currency.resume`. */
export function currencyResume(deps: ResumeDeps): ChangeKind<Resume> {
  const { database } = deps
  return {
    kind: 'currency.resume',
    roles: ['finance', 'risk', 'admin'],
    input: ResumeCurrencyInput,
    async preview({ currency }) {
      const halt = await haltOf(deps, currency)
      if (halt === null) throw new Refusal('books.not_stopped', { currency })
      await refuseBroken(deps, currency, halt.currencyId)
      return {
        subject: `currency:${halt.currencyId}`,
        title: words('resumeTitle', { currency }),
        lines: await linesOf(database, halt.currencyId),
        warnings: halt.isRestored ? [words('compareFirst')] : [],
        isSecondNeeded: true,
        before: { currency, halt: halt.haltId, check: halt.check },
        after: { currency, halt: null },
      }
    },
    async apply({ currency }, { changeId, operatorId }) {
      const halt = await haltOf(deps, currency)
      if (halt !== null) {
        await refuseBroken(deps, currency, halt.currencyId)
        await inTransaction(database, (transaction) =>
          endHalt(transaction, deps.keys, halt, { operatorId, changeId }),
        )
      }
      // Repeated after a crash too: open markets stay unchanged.
      await alignMarkets(deps)
    },
  }
}

/** Refuses `currency.unknown`. */
async function haltOf(
  { database, currencyIdOf }: ResumeDeps,
  currency: string,
): Promise<Halt | null> {
  const currencyId = currencyIdOf(currency)
  if (currencyId === null) throw new Refusal('currency.unknown')
  const halts = await listHalts(database)
  return halts.find((halt) => halt.currencyId === currencyId) ?? null
}

/** Reconciles again, so that a repaired mismatch no longer blocks the change. */
async function refuseBroken(
  { database, work }: ResumeDeps,
  currency: string,
  currencyId: number,
): Promise<void> {
  const breaksOf = async () =>
    (await listOpenMismatches(database)).filter((one) => one.currencyId === currencyId)
  const isDeep = (await breaksOf()).some(({ check }) => fullChecks.includes(check))
  const { money, own } = await work.reconcile(isDeep ? 'full' : 'minute')
  // While the gateway does not answer, nobody knows whether it holds everything. Coins with unknown custody
  // stop anyway.
  const isUnknown = currencyId === rupiahId && gatewayGap({ ...money, own }) === null
  if ((await breaksOf()).length > 0) throw new Refusal('books.still_broken', { currency })
  if (isUnknown) throw new Refusal('books.gateway_silent')
}

type HaltedMarket = { readonly pair: string; readonly other: string | null }

async function linesOf(database: Database, currencyId: number): Promise<readonly ChangeLine[]> {
  const { rows } = await database.query<HaltedMarket>(
    `select m.symbol as pair, (select min(c.code) from books.currency_halt h
       join exchange.currency c on c.id = h.currency_id
       where h.ended_at is null and h.currency_id <> $1
         and h.currency_id in (m.base_id, m.quote_id)) as other
     from books.stopped_market s join exchange.market m on m.id = s.market_id
     where $1 in (m.base_id, m.quote_id) and m.state = 'cancel_only' order by m.id`,
    [currencyId],
  )
  const markets = rows.map(({ pair, other }) => ({
    text: words('market', { pair }),
    before: words('cancelOnly'),
    after: other === null ? words('open') : words('staysStopped', { other }),
  }))
  return [{ text: words('money'), before: words('kept'), after: words('goOn') }, ...markets]
}
