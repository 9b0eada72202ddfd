/** The time in force of an order: a button in the form's head with four choices. */
import { orderMessages } from '@tukar/i18n'
import { useId } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { chooseOrderKind, type OrderKind, orderKinds, useOrderKind } from './ticket-kind.ts'
import styles from './ticket-kind-menu.module.css'

const t = pageTranslator(orderMessages)

const texts = {
  gtc: { short: t('kindGtc'), name: t('kindGtcName'), text: t('kindGtcText') },
  post: { short: t('kindPost'), name: t('kindPostName'), text: t('kindPostText') },
  ioc: { short: t('kindIoc'), name: t('kindIocName'), text: t('kindIocText') },
  fok: { short: t('kindFok'), name: t('kindFokName'), text: t('kindFokText') },
} as const satisfies Record<OrderKind, unknown>

/** The name of a kind in dialogs: "Immediate or cancel (IOC)". */
export function orderKindName(kind: OrderKind): string {
  return texts[kind].name
}

/** The button and menu of the time in force. */
export function TicketKindMenu() {
  const kind = useOrderKind()
  const group = useId()
  return (
    <div className={styles['frame']}>
      <Menu
        label={t('kindTitle')}
        panelClassName={styles['panel']}
        renderTrigger={(props) => (
          <button
            {...props}
            type="button"
            className={styles['button']}
            data-plain={kind === 'gtc'}
            aria-label={t('kindOf', { kind: texts[kind].short })}
          >
            {texts[kind].short}
            <Icon name="chevron-down" size={14} />
          </button>
        )}
      >
        {(close) =>
          orderKinds.map((one) => (
            <label key={one} className={styles['choice']}>
              <input
                type="radio"
                name={group}
                checked={one === kind}
                onChange={() => chooseOrderKind(one)}
                onKeyDown={(event) => event.key === 'Enter' && close()}
                onClick={(event) => {
                  // Arrow keys also cause a click, with a detail of 0: the menu stays open then.
                  if (event.detail > 0) close()
                }}
              />
              <b>{texts[one].name}</b>
              <small>{texts[one].text}</small>
            </label>
          ))
        }
      </Menu>
    </div>
  )
}
