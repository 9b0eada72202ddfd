/**
 * The menu of digits (WAL-05). It opens on a click and closes when the pointer leaves it. Keyboard, Escape
 * and clicks outside work as in every menu (DEC-15).
 */
import { walletMessages } from '@tukar/i18n'
import { type PointerEvent, useRef } from 'react'
import { pageTranslator } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { type DigitChoice, digitChoices } from './wallet-digits.ts'
import styles from './wallets-page.module.css'

const t = pageTranslator(walletMessages)

/** The button with its choices. */
export function DigitsMenu({
  value,
  onChange,
}: {
  readonly value: DigitChoice
  readonly onChange: (choice: DigitChoice) => void
}) {
  const shut = useRef<(() => void) | null>(null)
  // A lifted finger also fires this event, so only a mouse closes the menu.
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    shut.current?.()
    shut.current = null
  }
  return (
    <div onPointerLeave={leave}>
      <Menu
        label={t('digits')}
        renderTrigger={(props) => (
          <Button size="small" {...props} aria-label={`${t('digits')}: ${toChoiceText(value)}`}>
            {toChoiceText(value)}
            <Icon name="chevron-down" size={14} />
          </Button>
        )}
      >
        {(close) => {
          shut.current = close
          return (
            <div className={styles['digits']}>
              {digitChoices.map((choice) => (
                <MenuItem
                  key={choice}
                  aria-pressed={choice === value}
                  onClick={() => {
                    onChange(choice)
                    close()
                  }}
                >
                  {toChoiceText(choice)}
                </MenuItem>
              ))}
            </div>
          )
        }}
      </Menu>
    </div>
  )
}

function toChoiceText(choice: DigitChoice): string {
  return choice === 'all' ? t('digitsAll') : choice.replace('.', ',')
}
