/** The layout menu: the position of the forms and the largest pane. */
import { layoutViewMessages } from '@tukar/i18n'
import { ResourcePart } from '../../app/fetched-part.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { arrangementFile } from './arrangement-file.ts'
import { usePreset } from './layout-store.ts'
import { PresetIcon, presetNames } from './presets.tsx'
import styles from './layout-switch.module.css'

const t = pageTranslator(layoutViewMessages)

/** The button with the current layout's icon, and the menu below it. */
export function LayoutSwitch() {
  const preset = usePreset()
  const label = t('layoutOf', { name: presetNames[preset] })
  return (
    <Menu
      label={t('layout')}
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
      {(close) => (
        <ResourcePart
          file={arrangementFile}
          place={<div className={styles['coming']} aria-busy="true" />}
        >
          {({ LayoutChoices }) => <LayoutChoices onClose={close} />}
        </ResourcePart>
      )}
    </Menu>
  )
}
