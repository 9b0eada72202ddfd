/** The choices of the menu that arranges the page. */
import { layoutMessages } from '@tukar/i18n'
import { useId } from 'react'
import { sayer } from '../../app/translate.ts'
import { type Preset, presets } from './layout-rule.ts'
import { choosePreset, usePreset } from './layout-store.ts'
import { PresetIcon, presetNames } from './presets.tsx'
import styles from './layout-switch.module.css'

const say = sayer(layoutMessages)

const presetTexts: Readonly<Record<Preset, string>> = {
  classic: say('classicText'),
  pro: say('proText'),
  chart: say('chartFocusText'),
  book: say('bookFocusText'),
}

/** One of each arrangement; the one that is on is chosen. */
export function LayoutChoices({ onClose }: { readonly onClose: () => void }) {
  const preset = usePreset()
  const group = useId()
  return presets.map((one) => (
    <label key={one} className={styles['choice']}>
      <input
        type="radio"
        name={group}
        checked={one === preset}
        onChange={() => choosePreset(one)}
        onKeyDown={(event) => event.key === 'Enter' && onClose()}
        onClick={(event) => {
          // Arrow keys move among the choices as well, by a click without a place.
          if (event.detail > 0) onClose()
        }}
      />
      <PresetIcon preset={one} />
      <span>
        <b>{presetNames[one]}</b>
        <small>{presetTexts[one]}</small>
      </span>
    </label>
  ))
}
