/** The switch between the form that buys and the one that sells, where only one is shown. */
import { ticketMessages } from '@tukar/i18n'
import { sayer } from '../../app/translate.ts'
import type { Side } from '../../feed/levels.ts'
import { type Choice, SegmentedControl } from '../../ui/choice.tsx'

const say = sayer(ticketMessages)

const choices: readonly Choice<Side>[] = [
  { value: 'buy', label: say('buy'), tone: 'buy' },
  { value: 'sell', label: say('sell'), tone: 'sell' },
]

export type SideSwitchProps = {
  readonly side: Side
  readonly onSide: (side: Side) => void
}

/** Both sides, as wide as what they stand in. */
export function SideSwitch({ side, onSide }: SideSwitchProps) {
  return (
    <SegmentedControl
      label={say('yourSide')}
      value={side}
      onChange={onSide}
      isWide
      choices={choices}
    />
  )
}
