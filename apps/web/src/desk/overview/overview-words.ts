/** The overview's words for what the server names by a code. */
import { deskOverviewMessages, formatDecimal } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import { chainText } from '../chains/chain-words.ts'
import { deedText } from '../audit/record-words.ts'
import type { Alarm, Party } from './overview-wire.ts'

export const say = sayer(deskOverviewMessages)

const ownParties = ['gateway', 'identity_check', 'signer', 'mail', 'engine'] as const

/** The name of a party; an unknown one as it is. */
export function partyText(name: string): string {
  const own = ownParties.find((party) => party === name)
  if (own !== undefined) return say(own)
  const [kind, chain = ''] = name.split('.')
  if (kind === 'node') return say('node', { chain: chainText(chain) })
  return kind === 'second_node' ? say('secondNode', { chain: chainText(chain) }) : name
}

/** What a party's state is called, and how it is judged. */
export const partyStateWords = {
  ok: ['partyOk', 'up'],
  slow: ['partySlow', 'warn'],
  down: ['partyDown', 'down'],
  resting: ['partyResting', 'neutral'],
} as const satisfies Record<Party['state'], readonly [string, BadgeTone]>

/** What happened, with both figures where the signer and the console differ. */
export function alarmText({ action, about, figures }: Alarm): string {
  if (figures === null) return deedText(action)
  const { signer, console } = { signer: exact(figures.signer), console: exact(figures.console) }
  if (action === 'signer.needed_differs') return say('signerNeeded', { signer, console })
  return action === 'signer.from_differs'
    ? say('signerFrom', { signer, console, about })
    : deedText(action)
}

/** A market's state. */
export function marketStateWords(state: string): readonly [string, BadgeTone] {
  if (state === 'open') return [say('stateOpen'), 'up']
  return state === 'halted' ? [say('stateHalted'), 'down'] : [say('stateCancelOnly'), 'warn']
}

/** What the chains hold against what is owed. */
export function verdictWords(verdict: string, gap: string | null): readonly [string, BadgeTone] {
  if (verdict === 'whole') return [say('whole'), 'up']
  if (verdict === 'gap') return [say('gap', { amount: exact(gap) }), 'down']
  return verdict === 'stale' ? [say('stale'), 'warn'] : [say('none'), 'neutral']
}

/** An amount with all the decimals that it came with. */
export function exact(decimal: string | null): string {
  return formatDecimal(decimal, { decimals: decimal?.split('.')[1]?.length ?? 0 })
}
