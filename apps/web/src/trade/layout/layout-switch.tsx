/** The menu that arranges the page: where the forms stand, and what has the most room. */
import { layoutViewMessages } from '@tukar/i18n'
import { FetchedPart } from '../../app/fetched-part.tsx'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { arrangementFile } from './arrangement-file.ts'
import { usePreset } from './layout-store.ts'
import { PresetIcon, presetNames } from './presets.tsx'
import styles from './layout-switch.module.css'

const say = sayer(layoutViewMessages)

/** The button, which shows the arrangement that is on, and the choices below it. */
export function LayoutSwitch() {
  const preset = usePreset()
  const label = say('layoutOf', { name: presetNames[preset] })
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
      {(close) => (
        <FetchedPart
          file={arrangementFile}
          place={<div className={styles['coming']} aria-busy="true" />}
        >
          {({ LayoutChoices }) => <LayoutChoices onClose={close} />}
        </FetchedPart>
      )}
    </Menu>
  )
}
