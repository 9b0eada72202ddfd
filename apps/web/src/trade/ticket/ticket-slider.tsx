/** The slider beside the share buttons: every whole percent of what is available, by hand or by key. */
import { orderMessages } from '@tukar/i18n'
import type { CSSProperties } from 'react'
import { sayer } from '../../app/translate.ts'
import styles from './order-ticket.module.css'

const say = sayer(orderMessages)

/** The slider. What it sets is what a button of that percent would set. */
export function TicketSlider({
  percent,
  isDisabled,
  onShare,
}: {
  readonly percent: number
  readonly isDisabled: boolean
  readonly onShare: (percent: number) => void
}) {
  const share: CSSProperties & Record<'--share', string> = { '--share': `${percent}%` }
  return (
    <input
      type="range"
      className={styles['slider']}
      style={share}
      min={0}
      max={100}
      step={1}
      value={percent}
      disabled={isDisabled}
      aria-label={say('shareSlider')}
      aria-valuetext={say('shareOf', { percent })}
      onChange={(event) => onShare(event.target.valueAsNumber)}
    />
  )
}
