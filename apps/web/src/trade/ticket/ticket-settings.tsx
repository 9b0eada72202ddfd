/** The settings button of the forms: whether each order needs a confirmation. */
import { ticketMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useConfirmEach } from './confirm-each.ts'
import styles from './ticket-settings.module.css'

const t = pageTranslator(ticketMessages)

/** The button with its panel. */
export function TicketSettings() {
  const [isOn, set] = useConfirmEach()
  return (
    <Menu
      label={t('orderSettings')}
      renderTrigger={(props) => (
        <IconButton
          {...props}
          icon="filter"
          size="small"
          label={t('orderSettings')}
          className={styles['button'] ?? ''}
        />
      )}
    >
      {() => (
        <div className={styles['panel']}>
          <Checkbox checked={isOn} onChange={(event) => set(event.target.checked)}>
            {t('confirmEach')}
          </Checkbox>
        </div>
      )}
    </Menu>
  )
}
