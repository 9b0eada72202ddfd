/** The overview's words for what the server names by a code. */
import { consoleOverviewMessages, formatDecimal } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import { chainText } from '../chains/chain-words.ts'
import { actionText } from '../audit/audit-texts.ts'
import type { Alarm, Counterparty } from './overview-wire.ts'

export const t = sayer(consoleOverviewMessages)

const internalServices = ['gateway', 'identity_check', 'signer', 'mail', 'engine'] as const

/** The name of a party; an unknown one as it is. */
export function counterpartyText(name: string): string {
  const own = internalServices.find((party) => party === name)
  if (own !== undefined) return t(own)
  const [kind, chain = ''] = name.split('.')
  if (kind === 'node') return t('node', { chain: chainText(chain) })
  return kind === 'second_node' ? t('secondNode', { chain: chainText(chain) }) : name
}

/** What a party's state is called, and how it is judged. */
export const counterpartyStateTexts = {
  ok: ['partyOk', 'up'],
  slow: ['partySlow', 'warn'],
  down: ['partyDown', 'down'],
  resting: ['partyResting', 'neutral'],
} as const satisfies Record<Counterparty['state'], readonly [string, BadgeTone]>

/** What happened, with both figures where the signer and the console differ. */
export function alarmText({ action, about, figures }: Alarm): string {
  if (figures === null) return actionText(action)
  const { signer, console } = { signer: exact(figures.signer), console: exact(figures.console) }
  if (action === 'signer.needed_differs') return t('signerNeeded', { signer, console })
  return action === 'signer.from_differs'
    ? t('signerFrom', { signer, console, about })
    : actionText(action)
}

/** A market's state. */
export function marketStateWords(state: string): readonly [string, BadgeTone] {
  if (state === 'open') return [t('stateOpen'), 'up']
  return state === 'halted' ? [t('stateHalted'), 'down'] : [t('stateCancelOnly'), 'warn']
}

/** What the chains hold against what is owed. */
export function verdictWords(verdict: string, gap: string | null): readonly [string, BadgeTone] {
  if (verdict === 'whole') return [t('whole'), 'up']
  if (verdict === 'gap') return [t('gap', { amount: exact(gap) }), 'down']
  return verdict === 'stale' ? [t('stale'), 'warn'] : [t('none'), 'neutral']
}

/** An amount with all the decimals that it came with. */
export function exact(decimal: string | null): string {
  return formatDecimal(decimal, { decimals: decimal?.split('.')[1]?.length ?? 0 })
}
