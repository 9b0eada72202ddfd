/**
 * The story of a coin deposit or withdrawal: events, next step, who acts, and why it waits. The server sends
 * codes and times; this file makes the sentences in the page's language. Pure.
 */
import type { coinStepMessages, Translator } from '@tukar/i18n'
import type { ChainDepositWord, ChainWithdrawalWord } from '@tukar/wire'
import type { TransferStep } from '../rupiah/rupiah.ts'
import type { Story } from '../transfers/transfer-story.ts'
import type { CoinDeposit, CoinWithdrawal } from './coin.ts'

type Messages = (typeof coinStepMessages)['en']
type Translate = Translator<Messages>
type Key = Exclude<keyof Messages, 'actor' | 'causeCode' | 'rejectedWhy'>
type Tone = 'neutral' | 'up' | 'down' | 'accent' | 'warn'

/** The texts of a state: the event, the next step while it is the last state, who acts, and the color. */
type StateTexts = {
  readonly title: Key
  readonly next: Key | null
  readonly actor: 'you' | 'us' | 'person' | 'chain' | null
  readonly tone: Tone
  readonly isEnd?: 'good' | 'bad'
}

type Row = readonly [Key, Key | null, StateTexts['actor'], Tone, ('good' | 'bad')?]

function toStateTexts([title, next, actor, tone, isEnd]: Row): StateTexts {
  return { title, next, actor, tone, ...(isEnd !== undefined && { isEnd }) }
}

const unknown: Row = ['other', null, null, 'neutral']

const deposits: Readonly<Record<ChainDepositWord, Row>> = {
  seen: ['seen', 'seenNext', 'chain', 'accent'],
  confirming: ['confirmingDeposit', 'confirmingDepositNext', 'chain', 'accent'],
  too_small: ['tooSmall', 'tooSmallNext', 'you', 'warn'],
  held: ['overBound', 'overBoundNext', 'person', 'warn'],
  crediting: ['crediting', 'creditingNext', 'us', 'accent'],
  credited: ['credited', null, null, 'up', 'good'],
  undone: ['undone', 'undoneNext', null, 'neutral', 'bad'],
  reversing: ['reversing', 'reversingNext', 'us', 'down'],
  claimed_back: ['claimedBack', 'claimedBackNext', 'person', 'down', 'bad'],
}

/** By state and cause, for causes with a text. */
const depositCauses: Readonly<Record<string, Row>> = {
  'held needs_sender': ['needsSender', 'needsSenderNext', 'you', 'warn'],
  'crediting in_suspense': ['overBound', 'overBoundNext', 'person', 'warn'],
  'held set_aside': ['setAside', 'setAsideNext', null, 'neutral', 'bad'],
  'credited released': ['creditedReleased', null, null, 'up', 'good'],
  'claimed_back released': ['released', 'releasedNext', null, 'neutral', 'bad'],
  'credited added_up': ['creditedSum', null, null, 'up', 'good'],
}

const withdrawals: Readonly<Record<ChainWithdrawalWord, Row>> = {
  requested: ['requested', 'requestedNext', 'us', 'neutral'],
  held: ['held', 'heldNext', 'us', 'neutral'],
  waiting_approval: ['waitingApproval', 'waitingApprovalNext', 'person', 'warn'],
  approved: ['approved', 'approvedNext', 'us', 'accent'],
  signing: ['signing', 'signingNext', 'us', 'accent'],
  signed: ['signed', 'signingNext', 'us', 'accent'],
  broadcast: ['broadcast', 'broadcastNext', 'chain', 'accent'],
  confirming: ['confirming', 'confirmingNext', 'chain', 'accent'],
  done: ['done', null, null, 'up', 'good'],
  failed: ['failed', 'failedNext', null, 'down', 'bad'],
  canceled: ['canceled', 'canceledNext', null, 'neutral', 'bad'],
}

const withdrawalCauses: Readonly<Record<string, Row>> = {
  'held security_hold': ['securityHold', 'securityHoldNext', 'us', 'warn'],
  'held new_device': ['newDevice', 'newDeviceNext', 'us', 'warn'],
  'held new_receiver': ['newReceiver', 'newReceiverNext', 'us', 'warn'],
  'held account_suspended': ['suspended', 'suspendedNext', 'person', 'warn'],
  'held account_held': ['accountHeld', 'accountHeldNext', 'person', 'warn'],
  'approved short': ['walletShort', 'walletShortNext', 'us', 'warn'],
  'approved dust': ['belowNetwork', 'belowNetworkNext', 'person', 'warn'],
  'approved fee_too_high': ['networkDear', 'networkDearNext', 'us', 'warn'],
  'approved receiver_refuses': ['receiverRefuses', 'receiverRefusesNext', 'you', 'warn'],
  'approved signer_cap': ['signerCap', 'signerCapNext', 'us', 'warn'],
  'approved custody_gap': ['stopped', 'stoppedNext', 'person', 'warn'],
  'approved paused': ['chainRests', 'chainRestsNext', 'us', 'warn'],
  'signed fee_raised': ['feeRaised', 'signingNext', 'us', 'accent'],
  'broadcast left_chain': ['leftChain', 'broadcastNext', 'chain', 'warn'],
  'broadcast reverted_final': ['revertedThere', 'revertedThereNext', 'us', 'down'],
  'failed reverted_final': ['revertedThere', 'revertedEndNext', null, 'down', 'bad'],
  'confirming final': ['final', 'finalNext', 'us', 'accent'],
  'canceled operator': ['rejected', 'canceledNext', null, 'down', 'bad'],
}

function findStateTexts(
  kind: 'deposit' | 'withdrawal',
  { state, cause }: Pick<TransferStep, 'state' | 'cause'>,
): StateTexts {
  const known: Readonly<Record<string, Row>> = kind === 'deposit' ? deposits : withdrawals
  const causes = kind === 'deposit' ? depositCauses : withdrawalCauses
  // A state that this page does not know gets a general text.
  return toStateTexts(causes[`${state} ${cause}`] ?? known[state] ?? unknown)
}

function findNote(t: Translate, kind: 'deposit' | 'withdrawal', step: TransferStep): string | null {
  const { state, cause, reason } = step
  if (kind === 'deposit') return null
  if (state === 'canceled' && reason !== undefined) return t('rejectedWhy', { reason })
  // The title already explains this cause, so the code is not repeated.
  const isInTitle = withdrawalCauses[`${state} ${cause}`] !== undefined
  return state === 'failed' && cause !== null && !isInTitle ? t('causeCode', { cause }) : null
}

/** The label of a row, and its color. */
export type CoinChip = { readonly text: string; readonly tone: Tone }

export type CoinStoryBuilder = {
  readonly chip: (
    kind: 'deposit' | 'withdrawal',
    row: Pick<CoinDeposit | CoinWithdrawal, 'state' | 'cause'>,
  ) => CoinChip
  readonly story: (
    kind: 'deposit' | 'withdrawal',
    row: Pick<CoinDeposit | CoinWithdrawal, 'state' | 'cause' | 'steps' | 'next'>,
  ) => Story
}

/** Creates the story builder for a language. */
export function createCoinStoryBuilder(t: Translate): CoinStoryBuilder {
  return {
    chip(kind, row) {
      const { title, tone } = findStateTexts(kind, row)
      return { text: t(title), tone }
    },
    story(kind, row) {
      const entries = row.steps.map((step, index) => {
        const { title, isEnd } = findStateTexts(kind, step)
        const key = `${index}-${step.state}`
        const note = findNote(t, kind, step)
        return { key, title: t(title), atMs: step.atMs, note, isEnd: isEnd ?? null }
      })
      const { next, actor } = findStateTexts(kind, row)
      if (next === null) return { entries, nextStep: null }
      const who = actor === null ? null : t('actor', { who: t(actor) })
      return { entries, nextStep: { text: t(next), actor: who, atMs: row.next?.atMs ?? null } }
    },
  }
}
