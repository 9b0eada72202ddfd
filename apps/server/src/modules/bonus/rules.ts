/**
 * Who is entitled to the bonus of a month (SRV-85, ATT-64); pure. A user needs 30 completely filled orders.
 * Orders filled mainly by the same counterparty count five times at most; those filled by an account of the
 * same identity do not count. The identity must be verified, and each identity gets one bonus.
 */

/** CONST-23. */
export const ordersRequired = 30
/**
 * Orders with the same counterparty that count in a month: to earn a bonus by trading with accomplices, a
 * user needs six of them.
 */
export const samePersonMax = 5
/** From this sum on, a payment needs a second operator; units of 0.01 rupiah. */
export const secondFrom = 100_000_000
/** A larger promise is refused as a mistake of the unit (ATT-100); units of 0.01 rupiah. */
export const amountMax = 1_000_000_000

/** Why a user with enough orders is not entitled. */
export type Exclusion = 'not_verified' | 'same_identity' | 'same_people' | 'operator'

/** The number of an account's orders that one counterparty mostly filled. */
export type Partner = { readonly partnerId: number; readonly orders: number }

export type CountedOrders = { readonly filled: number; readonly counted: number }

/**
 * How many of an account's filled orders count.
 *
 * @param isHouse whether a counterparty is a market maker of the exchange, which trades with everybody
 * @param isSame whether a counterparty has the same identity
 */
export function countOrders(
  partners: readonly Partner[],
  isHouse: (partnerId: number) => boolean,
  isSame: (partnerId: number) => boolean,
): CountedOrders {
  const filled = partners.reduce((sum, { orders }) => sum + orders, 0)
  const counted = partners.reduce((sum, { partnerId, orders }) => {
    if (isSame(partnerId)) return sum
    return sum + (isHouse(partnerId) ? orders : Math.min(orders, samePersonMax))
  }, 0)
  return { filled, counted }
}

/** A user who filled enough orders in a month. */
export type Candidate = CountedOrders & {
  readonly userId: number
  readonly isVerified: boolean
  /** Distinguishes identities; null if none is stored. */
  readonly identity: string | null
}

export type CandidateVerdict = Candidate & { readonly exclusion: Exclusion | null }

/**
 * Judges a month's candidates, the oldest account first; of two with one identity the older account is
 * entitled.
 */
export function judgeCandidates(candidates: readonly Candidate[]): readonly CandidateVerdict[] {
  const usedIdentities = new Set<string>()
  return candidates
    .toSorted((a, b) => a.userId - b.userId)
    .map((candidate) => {
      const exclusion = exclusionOf(candidate, usedIdentities)
      if (exclusion === null && candidate.identity !== null) usedIdentities.add(candidate.identity)
      return { ...candidate, exclusion }
    })
}

function exclusionOf(
  { isVerified, counted, identity }: Candidate,
  usedIdentities: ReadonlySet<string>,
): Exclusion | null {
  if (!isVerified) return 'not_verified'
  if (counted < ordersRequired) return 'same_people'
  return identity !== null && usedIdentities.has(identity) ? 'same_identity' : null
}
