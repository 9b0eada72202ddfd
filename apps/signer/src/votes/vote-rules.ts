/**
 * Whether enough operators agreed to a payout. The exchange's keys cannot prove that: above the limit of the
 * signer's own settings, each vote is a signature by a passkey of these settings, for exactly this payment.
 */
import type { Approval } from '../approval.ts'
import { type Refusal, type RefusalCode, refuse } from '../refusal.ts'
import type { SignRequest } from '../request.ts'
import { type Caps, capUnits, type Settings } from '../settings.ts'
import { isSignedBy } from './assertion.ts'
import { createChallenge, parseShown, type ShownPayout, type Vote } from './vote.ts'
import type { VoteSettings } from './vote-settings.ts'

const kind = 'chain_withdrawal'
const agreed = 'approve'
/**
 * The share of the transaction cap from which votes are needed, if no limit is set. The exchange's own review
 * starts at ten of twenty-five parts.
 */
const [partFrom, partOf] = [10n, 25n] as const

/**
 * The amount from which a payout needs votes, in 10^-18: from the settings, or a share of its cap for an
 * added token. Null if this signer checks no votes.
 */
export function votesFrom(
  { votes }: Pick<Settings, 'votes'>,
  currency: string,
  caps: Pick<Caps, 'transaction'>,
): bigint | null {
  if (typeof votes === 'string') return null
  return votes.from.get(currency) ?? (caps.transaction * partFrom) / partOf
}

/**
 * Why a payout lacks votes that it needs; null if it has them, or needs none.
 *
 * @param decimals the decimals of the amount on the chain
 */
export function refusalOfVotes(
  { approval, statement, votes: given }: SignRequest,
  { votes }: Pick<Settings, 'votes'>,
  { decimals, caps }: { readonly decimals: number; readonly caps: Caps },
): Refusal | null {
  const from = votesFrom({ votes }, approval.currency, caps)
  if (typeof votes === 'string' || from === null || approval.kind !== 'payout') return null
  if (capUnits(approval.amount, decimals) < from) return null
  const voters = new Set<number>()
  const faults: RefusalCode[] = []
  for (const vote of given) {
    const voter = findVoter(vote, votes, { approval, statement, decimals })
    if (typeof voter === 'string') faults.push(voter)
    else if (voters.has(voter)) faults.push('votes.same_operator')
    else voters.add(voter)
  }
  return voters.size >= votes.needed ? null : refuse(faults[0] ?? 'votes.missing')
}

type Payout = Pick<SignRequest, 'approval' | 'statement'> & { readonly decimals: number }

/** The operator whose vote is valid, or why it is not. */
function findVoter(vote: Vote, settings: VoteSettings, payout: Payout): number | RefusalCode {
  if (vote.kind !== kind || vote.decision !== agreed) return 'votes.rejected'
  const passkey = settings.passkeys.get(vote.assertion.id)
  if (passkey === undefined) return 'votes.unknown_key'
  const isOwn = isSignedBy(passkey, settings, vote.assertion, createChallenge(vote))
  if (!isOwn) return 'votes.forged'
  const shown = parseShown(vote.shown)
  if (shown === null || !showsPayout(shown, payout)) return 'votes.other_payout'
  if (!isAsMuch(shown, payout)) return 'votes.other_amount'
  return passkey.operator === shown.owner ? 'votes.own_case' : passkey.operator
}

function showsPayout(shown: ShownPayout, { approval, statement }: Payout): boolean {
  const same = ['id', 'chain', 'currency', 'contract', 'destination', 'hold'] as const
  const isSame = same.every((field: keyof Approval & keyof ShownPayout) => {
    return shown[field] === approval[field]
  })
  return isSame && statement !== null && statement.owner === shown.owner
}

/** Whether it pays the displayed amount, and the hold covers the displayed fee. */
function isAsMuch(
  { amount, fee }: ShownPayout,
  { approval, statement, decimals }: Payout,
): boolean {
  if (amount !== approval.amount || statement === null) return false
  const held = capUnits(statement.left, statement.decimals)
  return held >= capUnits(amount, decimals) + capUnits(fee, statement.decimals)
}
