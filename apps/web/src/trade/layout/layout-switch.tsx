/** The menu that arranges the page: where the forms stand, and what has the most room. */
import { layoutMessages } from '@tukar/i18n'
import { type ReactNode, useId } from 'react'
import { sayer } from '../../app/say.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type Preset, presets } from './layout-rule.ts'
import { choosePreset, usePreset } from './layout-store.ts'
import styles from './layout-switch.module.css'

const say = sayer(layoutMessages)

const texts: Readonly<Record<Preset, { readonly name: string; readonly text: string }>> = {
  classic: { name: say('classic'), text: say('classicText') },
  pro: { name: say('pro'), text: say('proText') },
  chart: { name: say('chartFocus'), text: say('chartFocusText') },
  book: { name: say('bookFocus'), text: say('bookFocusText') },
}

/** The button, which shows the arrangement that is on, and the choices below it. */
export function LayoutSwitch() {
  const preset = usePreset()
  const group = useId()
  const label = say('layoutOf', { name: texts[preset].name })
  return (
    <Menu
      label={say('layout')}
      panelClassName={styles['panel']}
      renderTrigger={(props) => (
        <Button
          {...props}
          kind="quiet"
          size="small"
          className={styles['button'] ?? ''}
          aria-label={label}
          title={label}
        >
          <PresetIcon preset={preset} />
        </Button>
      )}
    >
      {(close) =>
        presets.map((one) => (
          <label key={one} className={styles['choice']}>
            <input
              type="radio"
              name={group}
              checked={one === preset}
              onChange={() => choosePreset(one)}
              onKeyDown={(event) => event.key === 'Enter' && close()}
              onClick={(event) => {
                // Arrow keys move among the choices as well, by a click without a place.
                if (event.detail > 0) close()
              }}
            />
            <PresetIcon preset={one} />
            <span>
              <b>{texts[one].name}</b>
              <small>{texts[one].text}</small>
            </span>
          </label>
        ))
      }
    </Menu>
  )
}

/** What is told apart by each preset's picture: the ticket is filled, the rest are lines. */
const drawings: Readonly<Record<Preset, ReactNode>> = {
  classic: <rect data-part="ticket" x="4" y="10" width="10" height="3" />,
  pro: <rect data-part="ticket" x="11" y="5" width="3" height="8" />,
  chart: (
    <>
      <path d="M3.5 12 6 8.5 8 10l2.5-4" />
      <rect data-part="ticket" x="13" y="5" width="2" height="8" />
    </>
  ),
  book: (
    <>
      <path d="M5 6h5M5 9h5M5 12h5" />
      <rect data-part="ticket" x="12.5" y="5" width="2" height="8" />
    </>
  ),
}

function PresetIcon({ preset }: { readonly preset: Preset }) {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <rect x="1.5" y="2.5" width="15" height="13" rx="2" />
      {drawings[preset]}
    </svg>
  )
}
