/** The overview's texts for the server's codes. */
import { consoleOverviewMessages, formatDecimal } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { BadgeTone } from '../../ui/feedback.tsx'
import { chainText } from '../chains/chain-texts.ts'
import { actionText } from '../audit/audit-texts.ts'
import type { Alarm, Counterparty } from './overview-wire.ts'

export const t = pageTranslator(consoleOverviewMessages)

const internalServices = ['gateway', 'identity_check', 'signer', 'mail', 'engine'] as const

/** The name of an external service; an unknown one as it is. */
export function counterpartyText(name: string): string {
  const own = internalServices.find((service) => service === name)
  if (own !== undefined) return t(own)
  const [kind, chain = ''] = name.split('.')
  if (kind === 'node') return t('node', { chain: chainText(chain) })
  return kind === 'second_node' ? t('secondNode', { chain: chainText(chain) }) : name
}

/** The text of a service's state, and its color. */
export const counterpartyStateTexts = {
  ok: ['partyOk', 'up'],
  slow: ['partySlow', 'warn'],
  down: ['partyDown', 'down'],
  resting: ['partyResting', 'neutral'],
} as const satisfies Record<Counterparty['state'], readonly [string, BadgeTone]>

/** The text of an alarm, with both figures if signer and console differ. */
export function alarmText({ action, about, figures }: Alarm): string {
  if (figures === null) return actionText(action)
  const { signer, console } = { signer: exact(figures.signer), console: exact(figures.console) }
  if (action === 'signer.needed_differs') return t('signerNeeded', { signer, console })
  return action === 'signer.from_differs'
    ? t('signerFrom', { signer, console, about })
    : actionText(action)
}

/** The text of a market's state, and its color. */
export function marketStateText(state: string): readonly [string, BadgeTone] {
  if (state === 'open') return [t('stateOpen'), 'up']
  return state === 'halted' ? [t('stateHalted'), 'down'] : [t('stateCancelOnly'), 'warn']
}

/** The custody verdict: coins on the chains compared with the liabilities. */
export function custodyVerdictText(
  verdict: string,
  gap: string | null,
): readonly [string, BadgeTone] {
  if (verdict === 'whole') return [t('whole'), 'up']
  if (verdict === 'gap') return [t('gap', { amount: exact(gap) }), 'down']
  return verdict === 'stale' ? [t('stale'), 'warn'] : [t('none'), 'neutral']
}

/** An amount with all its decimals. */
export function exact(decimal: string | null): string {
  return formatDecimal(decimal, { decimals: decimal?.split('.')[1]?.length ?? 0 })
}
