/** The switch between buying and selling, where only one form is shown. */
import { ticketMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { type Choice, SegmentedControl } from '../../ui/choice.tsx'

const t = pageTranslator(ticketMessages)

const choices: readonly Choice<Side>[] = [
  { value: 'buy', label: t('buy'), tone: 'buy' },
  { value: 'sell', label: t('sell'), tone: 'sell' },
]

export type SideSwitchProps = {
  readonly side: Side
  readonly onSide: (side: Side) => void
}

/** Both sides, as wide as the parent. */
export function SideSwitch({ side, onSide }: SideSwitchProps) {
  return (
    <SegmentedControl
      label={t('yourSide')}
      value={side}
      onChange={onSide}
      isWide
      choices={choices}
    />
  )
}
