/**
 * Who is entitled to the bonus of a month (SRV-85, ATT-64); pure. In words: 30 orders that were filled to
 * their end, of which those matched mainly with the same other person count five times at most, and those
 * matched with an account of the same identity not at all; a verified identity, and one bonus for each.
 */

/** CONST-23. */
export const ordersRequired = 30
/** Orders with the same other person that count in a month: whoever wants a bonus by trades with himself needs six others. */
export const samePersonMax = 5
/** From this sum on a second person confirms a payment of bonuses; units of 0.01 rupiah. */
export const secondFrom = 100_000_000
/** What nobody is promised: it would be a slip of the unit (ATT-100); units of 0.01 rupiah. */
export const amountMax = 1_000_000_000

/** Why somebody who filled his orders is not entitled. */
export type Exclusion = 'not_verified' | 'same_identity' | 'same_people' | 'operator'

/** Orders of an account by the one other account that filled most of each. */
export type Partner = { readonly partnerId: number; readonly orders: number }

export type Counted = { readonly filled: number; readonly counted: number }

/**
 * How many of an account's filled orders count.
 *
 * @param isHouse whether a partner is one of the house's own traders, who deal with everybody
 * @param isSame whether a partner is the same person by his identity
 */
export function countOrders(
  partners: readonly Partner[],
  isHouse: (partnerId: number) => boolean,
  isSame: (partnerId: number) => boolean,
): Counted {
  const filled = partners.reduce((sum, { orders }) => sum + orders, 0)
  const counted = partners.reduce((sum, { partnerId, orders }) => {
    if (isSame(partnerId)) return sum
    return sum + (isHouse(partnerId) ? orders : Math.min(orders, samePersonMax))
  }, 0)
  return { filled, counted }
}

/** Somebody who filled enough orders in a month. */
export type Candidate = Counted & {
  readonly userId: number
  readonly isVerified: boolean
  /** What tells identities apart; null where none is kept. */
  readonly identity: string | null
}

export type CandidateVerdict = Candidate & { readonly exclusion: Exclusion | null }

/** Judges a month's candidates, the oldest account first; of two with one identity the older is entitled. */
export function judgeCandidates(candidates: readonly Candidate[]): readonly CandidateVerdict[] {
  const taken = new Set<string>()
  return candidates
    .toSorted((a, b) => a.userId - b.userId)
    .map((candidate) => {
      const exclusion = exclusionOf(candidate, taken)
      if (exclusion === null && candidate.identity !== null) taken.add(candidate.identity)
      return { ...candidate, exclusion }
    })
}

function exclusionOf(
  { isVerified, counted, identity }: Candidate,
  taken: ReadonlySet<string>,
): Exclusion | null {
  if (!isVerified) return 'not_verified'
  if (counted < ordersRequired) return 'same_people'
  return identity !== null && taken.has(identity) ? 'same_identity' : null
}
