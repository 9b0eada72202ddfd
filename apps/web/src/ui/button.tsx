/** Buttons and links in the product's variants. The text of a money action names its object. */
import { Link as RouterLink, type LinkProps } from '../router/link.tsx'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'buy' | 'sell' | 'danger'
export type ButtonSize = 'small' | 'regular' | 'large'

type Variant = {
  readonly kind?: ButtonKind
  readonly size?: ButtonSize
  /** Uses the full width of the parent. */
  readonly isWide?: boolean
}

function findVariant({ kind = 'secondary', size = 'regular', isWide = false }: Variant): string {
  const sized = size === 'regular' ? null : styles[size]
  return classes(styles['button'], styles[kind], sized, isWide && styles['wide'])
}

export type ButtonProps = Variant &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    readonly ref?: Ref<HTMLButtonElement>
    /** The action is running; further clicks are ignored. */
    readonly isBusy?: boolean
  }

/** A button; its default type is "button", so it never submits a form by accident. */
export function Button({ kind, size, isWide, isBusy, className, onClick, ...rest }: ButtonProps) {
  const variant = findVariant({
    ...(kind && { kind }),
    ...(size && { size }),
    ...(isWide && { isWide }),
  })
  return (
    <button
      type="button"
      aria-busy={isBusy === true ? true : undefined}
      aria-disabled={isBusy === true ? true : undefined}
      onClick={(event) => (isBusy === true ? event.preventDefault() : onClick?.(event))}
      {...rest}
      className={classes(variant, className)}
    />
  )
}

export type IconButtonProps = Omit<ButtonProps, 'children'> & {
  readonly icon: IconName
  /** The action, announced by screen readers and shown on hover. */
  readonly label: string
}

/** A button with only an icon; its label has the current state. */
export function IconButton({ icon, label, size, className, ...rest }: IconButtonProps) {
  return (
    <Button
      kind="quiet"
      {...(size && { size })}
      {...rest}
      className={classes(styles['icon'], className)}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} size={size === 'small' ? 18 : 20} />
    </Button>
  )
}

export type AppLinkProps = LinkProps & {
  readonly className?: string
  readonly children?: ReactNode
  readonly onClick?: () => void
}

/** A link within the app, in running text. */
export function Link({ className, ...rest }: AppLinkProps) {
  return <RouterLink {...rest} className={classes(styles['link'], className)} />
}

/** A link that looks like a button. */
export function ButtonLink({ kind, size, isWide, className, ...rest }: AppLinkProps & Variant) {
  const variant = findVariant({
    ...(kind && { kind }),
    ...(size && { size }),
    ...(isWide && { isWide }),
  })
  return <RouterLink {...rest} className={classes(variant, className)} />
}

/** A button that looks like a link: for actions inside a sentence. */
export function TextButton({ className, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles['link'], styles['plain'], className)}
    />
  )
}

/** A link that looks like a button and opens an external page in a new tab. */
export function OuterButtonLink({
  kind,
  size,
  isWide,
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string } & Variant) {
  const variant = findVariant({
    ...(kind && { kind }),
    ...(size && { size }),
    ...(isWide && { isWide }),
  })
  return (
    <a target="_blank" rel="noreferrer" {...rest} className={classes(variant, className)}>
      {children}
    </a>
  )
}
