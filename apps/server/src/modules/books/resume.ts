/**
 * Letting a stopped currency go on: the change `currency.resume`, of two people, and only once its books
 * fit again.
 */
import { rupiahId } from '@tukar/core'
import { booksTexts } from '@tukar/i18n/server'
import { ResumeCurrencyInput } from '@tukar/wire'
import type * as z from 'zod/mini'
import type { Database } from '../../platform/database/pool.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type ChangeKind, type ChangeLine, wordsFrom } from '../desk/index.ts'
import type { BooksWork } from './books.ts'
import { alignMarkets, type AlignParts, endHalt, type Halt, openHalts } from './halts.ts'
import { openBreaks } from './look-store.ts'
import { fullChecks } from './look.ts'
import { gatewayGap } from './outside.ts'

type Resume = z.infer<typeof ResumeCurrencyInput>

/** The currencies that are listed, by their symbol. */
export type CurrencyIds = (symbol: string) => number | null

const words = wordsFrom(booksTexts)

export type ResumeParts = AlignParts & {
  readonly work: Pick<BooksWork, 'look'>
  readonly currencyIdOf: CurrencyIds
}

/** The kind `currency.resume`. */
export function currencyResume(parts: ResumeParts): ChangeKind<Resume> {
  const { database } = parts
  return {
    kind: 'currency.resume',
    roles: ['finance', 'risk', 'admin'],
    input: ResumeCurrencyInput,
    async preview({ currency }) {
      const halt = await haltOf(parts, currency)
      if (halt === null) throw new Refusal('books.not_stopped', { currency })
      await refuseBroken(parts, currency, halt.currencyId)
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
      const halt = await haltOf(parts, currency)
      if (halt !== null) {
        await refuseBroken(parts, currency, halt.currencyId)
        await inTransaction(database, (transaction) =>
          endHalt(transaction, parts.keys, halt, { operatorId, changeId }),
        )
      }
      // Done again after a kill, too: what is open already is left alone.
      await alignMarkets(parts)
    },
  }
}

/** Refuses `currency.unknown`. */
async function haltOf(
  { database, currencyIdOf }: ResumeParts,
  currency: string,
): Promise<Halt | null> {
  const currencyId = currencyIdOf(currency)
  if (currencyId === null) throw new Refusal('currency.unknown')
  const halts = await openHalts(database)
  return halts.find((halt) => halt.currencyId === currencyId) ?? null
}

/** Looks again: what was mended since is not held against anybody. */
async function refuseBroken(
  { database, work }: ResumeParts,
  currency: string,
  currencyId: number,
): Promise<void> {
  const breaksOf = async () =>
    (await openBreaks(database)).filter((one) => one.currencyId === currencyId)
  const isDeep = (await breaksOf()).some(({ check }) => fullChecks.includes(check))
  const { money, own } = await work.look(isDeep ? 'full' : 'minute')
  // While the gateway says nothing nobody knows that it has all; coins of which nothing is known stay by themselves.
  const isUnknown = currencyId === rupiahId && gatewayGap({ ...money, own }) === null
  if ((await breaksOf()).length > 0) throw new Refusal('books.still_broken', { currency })
  if (isUnknown) throw new Refusal('books.gateway_silent')
}

type StoppedMarket = { readonly pair: string; readonly other: string | null }

async function linesOf(database: Database, currencyId: number): Promise<readonly ChangeLine[]> {
  const { rows } = await database.query<StoppedMarket>(
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
