/** The entries of the layout menu. */
import { layoutMessages } from '@tukar/i18n'
import { useId } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { type Preset, presets } from './layout-rule.ts'
import { choosePreset, usePreset } from './layout-store.ts'
import { PresetIcon, presetNames } from './presets.tsx'
import styles from './layout-switch.module.css'

const t = pageTranslator(layoutMessages)

const presetTexts: Readonly<Record<Preset, string>> = {
  classic: t('classicText'),
  pro: t('proText'),
  chart: t('chartFocusText'),
  book: t('bookFocusText'),
}

/** The layouts; the current one is selected. */
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
          // Arrow keys also cause a click, with a detail of 0: the menu stays open then.
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
