/**
 * The two sides of a book as they come over the line: whole pictures with a number and a checksum over
 * both. An older picture is dropped; sides of one number are checked together.
 */
import type { Level, Side } from './levels.ts'

export type SidePicture = {
  readonly side: Side
  readonly seq: number
  /** Of both sides as of `seq`, unsigned 32 bits. */
  readonly checksum: number
  /** Best first. */
  readonly levels: readonly Level[]
}

export type Pictures = {
  readonly buy: SidePicture | null
  readonly sell: SidePicture | null
  /**
   * `empty` before both sides are here; `waiting` while one side is newer than the other; `verified`
   * when both are of one number and the checksum is theirs; `wrong` when it is not.
   */
  readonly state: 'empty' | 'waiting' | 'verified' | 'wrong'
}

/** The checksum of a whole book, as the server reckons it. */
export type Checksum = (bids: readonly Level[], asks: readonly Level[]) => number

export const noPictures: Pictures = { buy: null, sell: null, state: 'empty' }

/** Returns the pictures after one more has come; the same object where it was an old one. */
export function addPicture(pictures: Pictures, next: SidePicture, checksum: Checksum): Pictures {
  const known = pictures[next.side]
  if (known !== null && next.seq < known.seq) return pictures
  const buy = next.side === 'buy' ? next : pictures.buy
  const sell = next.side === 'sell' ? next : pictures.sell
  return { buy, sell, state: judge(buy, sell, checksum) }
}

/**
 * Settles a wait: a side that did not change since the other one's number is not sent again, so the
 * newer side's checksum decides whether the older side is still right.
 */
export function settlePictures(pictures: Pictures, checksum: Checksum): Pictures {
  const { buy, sell, state } = pictures
  if (state !== 'waiting' || buy === null || sell === null) return pictures
  const newer = buy.seq > sell.seq ? buy : sell
  const isRight = checksum(buy.levels, sell.levels) === newer.checksum
  return { buy, sell, state: isRight ? 'verified' : 'wrong' }
}

function judge(
  buy: SidePicture | null,
  sell: SidePicture | null,
  checksum: Checksum,
): Pictures['state'] {
  if (buy === null || sell === null) return 'empty'
  if (buy.seq !== sell.seq) return 'waiting'
  return checksum(buy.levels, sell.levels) === buy.checksum ? 'verified' : 'wrong'
}
