/** The quiet control of how long an order stands: a word in the head of the form, four choices below it. */
import { orderMessages } from '@tukar/i18n'
import { useId } from 'react'
import { sayer } from '../../app/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { chooseOrderKind, type OrderKind, orderKinds, useOrderKind } from './ticket-kind.ts'
import styles from './ticket-kind-menu.module.css'

const say = sayer(orderMessages)

const texts = {
  gtc: { short: say('kindGtc'), name: say('kindGtcName'), text: say('kindGtcText') },
  post: { short: say('kindPost'), name: say('kindPostName'), text: say('kindPostText') },
  ioc: { short: say('kindIoc'), name: say('kindIocName'), text: say('kindIocText') },
  fok: { short: say('kindFok'), name: say('kindFokName'), text: say('kindFokText') },
} as const satisfies Record<OrderKind, unknown>

/** The word of a kind in dialogs: "Immediate or cancel (IOC)". */
export function orderKindName(kind: OrderKind): string {
  return texts[kind].name
}

/** The control. */
export function TicketKindMenu() {
  const kind = useOrderKind()
  const group = useId()
  return (
    <div className={styles['frame']}>
      <Menu
        label={say('kindTitle')}
        panelClassName={styles['panel']}
        renderTrigger={(props) => (
          <button
            {...props}
            type="button"
            className={styles['button']}
            data-plain={kind === 'gtc'}
            aria-label={say('kindOf', { kind: texts[kind].short })}
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
                  // Arrow keys move among the choices as well, by a click without a place.
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
