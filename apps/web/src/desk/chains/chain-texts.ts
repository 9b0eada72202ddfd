/** The console's texts for the server's codes about chains. */
import { consoleChainMessages, formatDecimal } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import type { ChainCaseRow, ChainDecision } from './chain-cases.ts'

export const t = pageTranslator(consoleChainMessages)

type Key = keyof (typeof consoleChainMessages)['en']

/** Names of chains are the same in every language. */
const chainNames: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum',
  arbitrum: 'Arbitrum One',
  bnb: 'BNB Smart Chain',
}

/** The name of a chain; an unknown one as it is. */
export function chainText(chain: string): string {
  return chainNames[chain] ?? chain
}

const queueKeys: Readonly<Record<string, Key>> = {
  'chain_deposits.held': 'queueHeld',
  'chain_deposits.reversed': 'queueReversed',
  'chain_deposits.all': 'queueAllDeposits',
  'chain_withdrawals.waiting': 'queueWaiting',
  'chain_withdrawals.trouble': 'queueTrouble',
  'chain_withdrawals.all': 'queueAllWithdrawals',
  'chains.stopped': 'queueStopped',
}

/** Whether a queue of the overview belongs to chains. */
export function isChainQueue(name: string): boolean {
  return queueKeys[name] !== undefined
}

/** The name of a queue within its section. */
export function chainQueueText(name: string): string {
  const key = queueKeys[name]
  return key === undefined ? name : tPlain(key)
}

/** The name of a queue among the queues of all sections. */
export function chainQueueTitle(name: string): string {
  const part = name.startsWith('chain_deposits')
    ? t('chainDeposits')
    : name.startsWith('chain_withdrawals')
      ? t('chainWithdrawals')
      : t('chains')
  return `${part}: ${chainQueueText(name)}`
}

const stateWords: Readonly<Record<string, readonly [Key, BadgeTone]>> = {
  seen: ['stateSeen', 'neutral'],
  confirming: ['stateConfirming', 'accent'],
  too_small: ['stateTooSmall', 'neutral'],
  held: ['stateHeld', 'warn'],
  crediting: ['stateCrediting', 'accent'],
  credited: ['stateCredited', 'up'],
  undone: ['stateUndone', 'neutral'],
  reversing: ['stateReversing', 'warn'],
  claimed_back: ['stateClaimedBack', 'down'],
  requested: ['stateRequested', 'neutral'],
  waiting_approval: ['stateWaitingApproval', 'warn'],
  approved: ['stateApproved', 'accent'],
  signing: ['stateSigning', 'accent'],
  signed: ['stateSigned', 'accent'],
  broadcast: ['stateBroadcast', 'accent'],
  done: ['stateDone', 'up'],
  failed: ['stateFailed', 'down'],
  canceled: ['stateCanceled', 'neutral'],
}

/** The text of a state, and its color. */
export function chainStateText(state: string): { readonly text: string; readonly tone: BadgeTone } {
  const [key, tone] = stateWords[state] ?? [null, 'neutral' as const]
  return { text: key === null ? state : tPlain(key), tone }
}

const flagKeys: Readonly<Record<string, Key>> = {
  needs_sender: 'flagNeedsSender',
  amount_over_bound: 'flagOverBound',
  account_deleted: 'flagGone',
  set_aside: 'flagSetAside',
  released: 'flagReleased',
  second_node_differs: 'flagSecondDiffers',
  second_node_silent: 'flagSecondSilent',
  node_differs: 'flagNodeDiffers',
  deposit_forged: 'flagDepositForged',
  resumption_refused: 'flagRefused',
  claimed_back: 'flagClaimedBack',
  left_chain: 'flagLeftChain',
  back_in_chain: 'flagBack',
  added_up: 'flagAddedUp',
  security_hold: 'flagSecurityHold',
  new_device: 'flagNewDevice',
  new_receiver: 'flagNewReceiver',
  account_suspended: 'flagSuspended',
  account_held: 'flagAccountHeld',
  short: 'flagShort',
  dust: 'flagDust',
  fee_too_high: 'flagFeeTooHigh',
  receiver_refuses: 'flagReceiver',
  custody_gap: 'flagGap',
  paused: 'flagPaused',
  signer_refuses: 'flagSigner',
  signer_cap: 'flagSignerCap',
  signer_silent: 'flagSignerSilent',
  signed_before: 'flagSignedBefore',
  stuck: 'flagStuck',
  waits_too_long: 'flagOverdue',
  look_breaks: 'flagBroken',
  displaced: 'flagDisplaced',
  displaced_final: 'flagDisplacedFinal',
  reverted: 'flagReverted',
  reverted_final: 'flagRevertedFinal',
  fee_raised: 'flagFee',
  fee_too_low: 'flagStuck',
  own_address: 'flagOwnAddress',
  hold_gone: 'flagHoldGone',
  request_forged: 'flagForged',
  transaction_forged: 'flagForged',
  votes_unproven: 'flagUnproven',
  signed_otherwise: 'flagOtherwise',
  credit_refused: 'flagRefused',
  in_suspense: 'flagSuspense',
  no_room: 'flagNoRoom',
  reversal_refused: 'flagRefused',
  suspension_refused: 'flagRefused',
  settle_refused: 'flagRefused',
  fee_refused: 'flagRefused',
  release_refused: 'flagRefused',
}

/** Why a case was flagged, as a sentence. */
export function chainFlagText(flag: string): string {
  const key = flagKeys[flag]
  return key === undefined ? t('flagOther', { word: flag }) : tPlain(key)
}

const causeKeys: Readonly<Record<string, Key>> = {
  never_looked: 'causeNever',
  node_silent: 'causeSilent',
  tip_stalled: 'causeTip',
  final_stalled: 'causeFinal',
  deep_reorganization: 'causeDeep',
  final_reversed: 'causeReversed',
  wrong_chain: 'causeWrong',
  key_elsewhere: 'causeKeyElsewhere',
  operator: 'causeOperator',
}

/** Why a chain is halted. */
export function causeText(cause: string): string {
  const key = causeKeys[cause]
  return key === undefined ? cause : tPlain(key)
}

const verdictWords: Readonly<Record<string, readonly [Key, BadgeTone]>> = {
  whole: ['verdictWhole', 'up'],
  gap: ['verdictGap', 'down'],
  stale: ['verdictStale', 'warn'],
  none: ['verdictNone', 'neutral'],
}

/** The text of a custody verdict, and its color. */
export function verdictText(verdict: string): { readonly text: string; readonly tone: BadgeTone } {
  const [key, tone] = verdictWords[verdict] ?? [null, 'neutral' as const]
  return { text: key === null ? verdict : tPlain(key), tone }
}

const decisionKeys = {
  approve: 'approve',
  reject: 'reject',
  give_back: 'giveBack',
  set_aside: 'setAside',
  release: 'release',
  credit: 'credit',
  ask: 'look',
} as const satisfies Record<ChainDecision, Key>

/** The verb of a decision. */
export function chainDecisionText(decision: ChainDecision): string {
  return t(decisionKeys[decision])
}

/** The most decimals that any chain has. */
const chainDecimalsMax = 18

/** An amount with its currency, "0,5 BTC", or a text if the ledger cannot represent it. */
export function coinText(amount: string | null, currency: string): string {
  if (amount === null) return t('tooMuch')
  return `${formatDecimal(amount, { decimals: 0, decimalsMax: chainDecimalsMax })} ${currency}`
}

/** The title of a case. */
export function toChainCaseTitle({ part, id }: Pick<ChainCaseRow, 'part' | 'id'>): string {
  return t(part === 'chain-deposits' ? 'deposit' : 'withdrawal', { id })
}

/** Translates texts without placeholders. */
function tPlain(key: Key): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the maps above hold keys without places
  return t(key as 'chains')
}
