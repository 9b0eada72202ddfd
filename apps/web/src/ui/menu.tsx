/**
 * A panel below a button, with actions and settings. It closes on Escape, on a click outside, and after an
 * action.
 */
import {
  type ButtonHTMLAttributes,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Link } from '../router/link.tsx'
import type { AppLinkProps } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu.module.css'

export type MenuTriggerProps = {
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string
  readonly onClick: () => void
}

export type MenuProps = {
  readonly label: string
  readonly renderTrigger: (props: MenuTriggerProps) => ReactNode
  /** The content of the panel; `close` closes it and restores the focus to the button. */
  readonly children: (close: () => void) => ReactNode
  readonly align?: 'start' | 'end'
  readonly panelClassName?: string | undefined
}

/** A button with its panel. */
export function Menu(props: MenuProps) {
  const { label, renderTrigger, children, align = 'end', panelClassName } = props
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus()
  }

  useEffect(() => {
    if (!isOpen) return undefined
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && frame.current?.contains(event.target) !== true) {
        setOpen(false)
      }
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape and leaving concern all that stands inside
    <div
      ref={frame}
      className={styles['menu']}
      onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}
      onBlur={(event) => {
        const next = event.relatedTarget
        if (next instanceof Node && !event.currentTarget.contains(next)) setOpen(false)
      }}
    >
      {renderTrigger({
        'aria-expanded': isOpen,
        'aria-controls': id,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <div
          id={id}
          role="group"
          aria-label={label}
          // A press on a label beside a control keeps the focus in the panel.
          tabIndex={-1}
          className={classes(styles['panel'], align === 'start' && styles['start'], panelClassName)}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}

/** A link in a menu. */
export function MenuLink({
  icon,
  className,
  children,
  ...rest
}: AppLinkProps & { readonly icon?: IconName }) {
  return (
    <Link {...rest} className={classes(styles['item'], className)}>
      {icon !== undefined && <Icon name={icon} size={18} />}
      {children}
    </Link>
  )
}

/** An action in a menu. */
export function MenuItem({
  icon,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly icon?: IconName }) {
  return (
    <button type="button" className={styles['item']} {...rest}>
      {icon !== undefined && <Icon name={icon} size={18} />}
      {children}
    </button>
  )
}
