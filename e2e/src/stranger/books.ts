/** A person's fill in the ledger, for comparison with screens and calls. */
import type { Ledger } from '../harness/ledger.ts'

export type LedgerTrade = {
  readonly no: bigint
  readonly price: bigint
  readonly quantity: bigint
  readonly quote: bigint
  readonly buyerCharges: bigint
  readonly sellerCharges: bigint
  readonly timeMs: bigint
}

type Row = {
  readonly no: string
  readonly price: string
  readonly quantity: string
  readonly quote: string
  readonly charges: readonly string[]
  readonly time_ms: string
}

/** The single trade between two orders. Throws if there is none, or more than one. */
export async function tradeBetween(
  ledger: Ledger,
  maker: string,
  taker: string,
): Promise<LedgerTrade> {
  const rows = await ledger.query<Row>(
    `select no, price, quantity, quote, charges, time_ms from exchange.trade
     where maker_order_id = $1 and taker_order_id = $2`,
    [maker, taker],
  )
  const [row, second] = rows
  if (row === undefined || second !== undefined) throw new Error(`${rows.length} trades`)
  const chargesOf = (side: number) => {
    let sum = 0n
    for (let i = 0; i < row.charges.length; i += 5) {
      if (Number(row.charges[i]) === side) sum += BigInt(row.charges[i + 2] ?? 0)
    }
    return sum
  }
  return {
    no: BigInt(row.no),
    price: BigInt(row.price),
    quantity: BigInt(row.quantity),
    quote: BigInt(row.quote),
    buyerCharges: chargesOf(0),
    sellerCharges: chargesOf(1),
    timeMs: BigInt(row.time_ms),
  }
}

export type LedgerBalance = { readonly available: bigint; readonly held: bigint }

/** A person's balance of a currency in the ledger. */
export async function ledgerBalance(
  ledger: Ledger,
  usid: number,
  code: string,
): Promise<LedgerBalance> {
  const [row] = await ledger.query<{ available: string; held: string }>(
    `select available, held from exchange.balance b join exchange.currency c on c.id = b.currency_id
     where b.account_id = $1 and c.code = $2`,
    [usid, code],
  )
  return { available: BigInt(row?.available ?? 0), held: BigInt(row?.held ?? 0) }
}

type Candle = Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', string>>

/** The one-minute candle of a time, stored and computed again from the trades. */
export async function candleAt(
  ledger: Ledger,
  timeMs: bigint,
): Promise<{ readonly kept: Candle | undefined; readonly made: Candle | undefined }> {
  const openMs = (timeMs / 60_000n) * 60_000n
  // One statement sees one state. A trade between two statements would be in only one of the results.
  const rows = await ledger.query<Candle & { readonly source: string }>(
    `select 'kept' as source, open, high, low, close, volume from exchange.candle
     where market_id = 1 and width = '1m' and open_ms = $1
     union all
     select 'made', (array_agg(price order by no))[1], max(price), min(price),
       (array_agg(price order by no desc))[1], sum(quantity)
     from exchange.trade where market_id = 1 and time_ms >= $1 and time_ms < $1::bigint + 60000`,
    [openMs.toString()],
  )
  const from = (wanted: string): Candle | undefined => {
    const row = rows.find(({ source }) => source === wanted)
    if (row === undefined) return undefined
    const { open, high, low, close, volume } = row
    return { open, high, low, close, volume }
  }
  return { kept: from('kept'), made: from('made') }
}
