/** The slider beside the share buttons: every whole percent of the available balance, by pointer or key. */
import { orderMessages } from '@tukar/i18n'
import type { CSSProperties } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import styles from './order-ticket.module.css'

const t = pageTranslator(orderMessages)

/** The slider. It has the same effect as a button with that percentage. */
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
      aria-label={t('shareSlider')}
      aria-valuetext={t('shareOf', { percent })}
      onChange={(event) => onShare(event.target.valueAsNumber)}
    />
  )
}
