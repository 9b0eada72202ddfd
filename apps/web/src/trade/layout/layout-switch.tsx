/** The button that arranges the page the other way: the forms under the chart, or beside the book. */
import { layoutMessages } from '@tukar/i18n'
import { sayer } from '../../app/say.ts'
import { Button } from '../../ui/button.tsx'
import styles from './layout-switch.module.css'
import { choosePreset, usePreset } from './layout-store.ts'

const say = sayer(layoutMessages)

/** The button; it shows the arrangement that it leads to. */
export function LayoutSwitch() {
  const isPro = usePreset() === 'pro'
  const label = say(isPro ? 'toClassic' : 'toPro')
  return (
    <Button
      kind="quiet"
      size="small"
      className={styles['button'] ?? ''}
      aria-label={label}
      title={label}
      onClick={() => choosePreset(isPro ? 'classic' : 'pro')}
    >
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
        <rect x="1.5" y="2.5" width="15" height="13" rx="2" />
        {isPro ? (
          <rect data-part="ticket" x="4" y="10" width="10" height="3" />
        ) : (
          <rect data-part="ticket" x="11" y="5" width="3" height="8" />
        )}
      </svg>
    </Button>
  )
}
