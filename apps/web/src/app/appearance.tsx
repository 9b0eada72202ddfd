/** The settings of appearance and language. */
import { type Language, appearanceMessages, shellMessages } from '@tukar/i18n'
import {
  changePreferences,
  type Density,
  language,
  switchLanguage,
  type ThemeChoice,
  usePreferences,
} from '../theme/preferences.ts'
import { classes } from '../ui/classes.ts'
import { SegmentedControl } from '../ui/choice.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import styles from './frame.module.css'
import { pageTranslator } from './translate.ts'

const t = pageTranslator(shellMessages)
const tAppearance = pageTranslator(appearanceMessages)

/** Language, theme, colors of rise and fall, row height. */
export function AppearanceChoices() {
  const { theme, isPairSafe, density } = usePreferences()
  return (
    <div className={styles['settings']}>
      <div className={styles['setting']}>
        <span className={styles['settingName']}>{t('language')}</span>
        <SegmentedControl<Language>
          label={t('language')}
          value={language}
          isWide
          isPickedByEnter
          choices={[
            { value: 'en', label: <span lang="en">English</span> },
            { value: 'id', label: <span lang="id">Indonesia</span> },
          ]}
          onChange={(next) => next !== language && switchLanguage(next)}
        />
      </div>
      <div className={styles['setting']}>
        <span className={styles['settingName']}>{t('appearance')}</span>
        <SegmentedControl<ThemeChoice>
          label={t('appearance')}
          value={theme}
          isWide
          choices={[
            { value: 'auto', label: tAppearance('themeAuto') },
            { value: 'dark', label: tAppearance('themeDark') },
            { value: 'light', label: tAppearance('themeLight') },
          ]}
          onChange={(next) => changePreferences({ theme: next })}
        />
      </div>
      <div className={classes(styles['setting'], styles['finePointer'])}>
        <span className={styles['settingName']}>{tAppearance('density')}</span>
        <SegmentedControl<Density>
          label={tAppearance('density')}
          value={density}
          isWide
          choices={[
            { value: 'regular', label: tAppearance('densityRegular') },
            { value: 'compact', label: tAppearance('densityCompact') },
          ]}
          onChange={(next) => changePreferences({ density: next })}
        />
      </div>
      <Checkbox
        checked={isPairSafe}
        onChange={(event) => changePreferences({ isPairSafe: event.target.checked })}
      >
        {tAppearance('colorPair')}
      </Checkbox>
    </div>
  )
}
